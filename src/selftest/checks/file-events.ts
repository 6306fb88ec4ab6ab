/**
 * Measures how long macOS takes to report a change of a file, in a folder of its own; and watches Messages' folder
 * without touching it.
 */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { messagesPaths } from '../../mac/messages-paths.ts'
import { watchDirectory } from '../../mac/watch.ts'
import { asExpected, type Check, differs, failed } from '../check.ts'

const changes = 20
const deadlineMs = 2_000
/** FSEvents reports what happened shortly before the watch began. */
const settlesMs = 300

export const checkFileEvents: Check = async ({ scratch, signal }) => {
  const folder = join(scratch, 'watched')
  mkdirSync(folder)
  let onEvent: (file: string | null) => void = () => undefined
  const watch = watchDirectory(folder, (file) => onEvent(file))
  watch.arm()
  if (!watch.isArmed) return failed('program_failed', { is_watching: false })
  try {
    await pause(settlesMs, undefined, { signal })
    const delays: number[] = []
    for (let change = 0; change < changes; change++) {
      signal.throwIfAborted()
      // A file for each change, because a late event of the change before looks like one of this change.
      const name = `change-${change}`
      const reported = new Promise<number>((resolve) => {
        onEvent = (file) => {
          if (file === null || file === name) resolve(performance.now())
        }
      })
      const writtenAt = performance.now()
      appendFileSync(join(folder, name), 'change')
      const at = await Promise.race([reported, pause(deadlineMs, undefined)])
      if (at !== undefined) delays.push(at - writtenAt)
    }
    const missed = changes - delays.length
    const findings = { changes, missed, ...(delays.length > 0 && spread(delays)) }
    return missed === 0 ? asExpected(findings) : differs('events_missed', findings)
  } finally {
    watch.close()
  }
}

function spread(delays: readonly number[]): { median_ms: number; longest_ms: number } {
  const sorted = delays.toSorted((one, other) => one - other)
  const at = (index: number) => Math.round(sorted[index] ?? 0)
  return { median_ms: at(Math.floor(sorted.length / 2)), longest_ms: at(sorted.length - 1) }
}

const observedMs = 1_000

/** Whether anything happens meanwhile is up to Messages. */
export const checkChatDbEvents: Check = async ({ home, signal }) => {
  let events = 0
  const watch = watchDirectory(messagesPaths(home).folder, () => events++)
  watch.arm()
  try {
    if (!watch.isArmed) return failed('program_failed', { is_watching: false })
    await pause(observedMs, undefined, { signal })
    return asExpected({ is_watching: true, events })
  } finally {
    watch.close()
  }
}
