/**
 * Writes service.jsonl: the log that the bridge and the web process both append to, line by line. Whichever finds it
 * full rotates it.
 */
import type { Config } from '../contract/config.ts'
import { type LogEntry, type Logger, type LogLevel, logLevels } from '../contract/log-entry.ts'
import { openAppendFile } from './append-file.ts'
import { tryLock } from './file-lock.ts'
import { logLine } from './log-line.ts'
import { rotate } from './rotation.ts'

export interface LogOptions {
  path: string
  /** `bridge`, `web` or the name of a plugin. */
  source: string
  /** Read at every line, so that a change of the settings applies at once. */
  settings?: () => Config['log']
  now?: () => number
}

/** Number of log files; all together take at most this many times `log.max_mb`. */
export const keptLogFiles = 5

const bytesPerMb = 1024 * 1024
const rotationRetryMs = 5_000
const defaultSettings = { level: 'info', max_mb: 10 } as const

/** Never throws: lines that cannot be written are counted, and the count is written once that is possible again. */
export function createLogger({ path, source, settings = () => defaultSettings, now = Date.now }: LogOptions): Logger {
  const write = logWriter(path, () => settings().max_mb * bytesPerMb, now)

  const under = (source: string): Logger => {
    const log = (level: LogLevel) => {
      const repeats = createRepeatFilter()
      return (msg: string) => {
        if (logLevels.indexOf(level) < logLevels.indexOf(settings().level)) return
        const ts = new Date(now()).toISOString()
        for (const text of repeats.admit(msg, now())) write({ ts, source, level, msg: text })
      }
    }
    return { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error'), as: under }
  }
  return under(source)
}

function logWriter(path: string, maxBytes: () => number, now: () => number): (entry: LogEntry) => void {
  const file = openAppendFile(path)
  const makeRoom = rotator(path, () => file.stats().size, now)
  let lost = 0

  function append(entry: LogEntry): void {
    const line = logLine(entry)
    makeRoom(maxBytes() - Buffer.byteLength(line))
    file.append(line)
  }

  return (entry) => {
    try {
      if (lost > 0) append({ ...entry, level: 'warn', msg: `${lost} lines could not be written here` })
      lost = 0
      append(entry)
    } catch {
      // A full disk must not stop the relay, and there is no other place to report it.
      lost++
    }
  }
}

/**
 * Rotates a full log. When two writers find it full, the one that gets the lock rotates; the other keeps writing and
 * switches files later.
 */
function rotator(path: string, sizeBytes: () => number, now: () => number): (allowedBytes: number) => void {
  let failedAtMs: number | undefined

  function rotateOnce(allowedBytes: number): void {
    const lock = tryLock(`${path}.lock`)
    if (!lock) return
    try {
      if (sizeBytes() > allowedBytes) rotate(path, keptLogFiles)
    } finally {
      lock.release()
    }
  }

  return (allowedBytes) => {
    if (sizeBytes() <= allowedBytes) return
    if (failedAtMs !== undefined && Math.abs(now() - failedAtMs) < rotationRetryMs) return
    try {
      rotateOnce(allowedBytes)
      failedAtMs = undefined
    } catch {
      // A log that keeps growing is better than none.
      failedAtMs = now()
    }
  }
}

interface RepeatFilter {
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

/** Holds back repeated lines, so that a full disk or a failing plugin cannot fill the log with one message. */
function createRepeatFilter(): RepeatFilter {
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
