/** Holds back repeated lines, so that a full disk or a failing plugin cannot fill the log with one message. */

export interface RepeatFilter {
  /** Returns what to write now: nothing, the message, or summaries of what was held back followed by the message. */
  admit(msg: string, nowMs: number): string[]
}

const windowMs = 60_000
const allowedInWindow = 5
const maxRemembered = 500

interface Window {
  startedMs: number
  seen: number
}

export function createRepeatFilter(): RepeatFilter {
  /** Ordered by the start of the windows. */
  const windows = new Map<string, Window>()

  function closeEnded(nowMs: number): string[] {
    const summaries: string[] = []
    for (const [msg, { startedMs, seen }] of windows) {
      const ended = Math.abs(nowMs - startedMs) >= windowMs || windows.size > maxRemembered
      if (!ended) break
      windows.delete(msg)
      if (seen > allowedInWindow) summaries.push(`repeated ${seen - allowedInWindow} more times: ${msg}`)
    }
    return summaries
  }

  return {
    admit(msg, nowMs) {
      const summaries = closeEnded(nowMs)
      const window = windows.get(msg) ?? { startedMs: nowMs, seen: 0 }
      windows.set(msg, window)
      window.seen++
      return window.seen > allowedInWindow ? summaries : [...summaries, msg]
    },
  }
}
