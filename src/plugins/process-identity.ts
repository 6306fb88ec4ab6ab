/**
 * Recognises a process that an earlier bridge started, and waits until it is gone. A pid alone is not enough, because
 * pids are reused.
 */

import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasErrno } from '../base/errors.ts'

export interface StartedProcess {
  pid: number
  /** The start time as ps prints it; empty when it was not known yet. */
  started: string
}

const waitMs = 3_000
const pauseMs = 100
/** ps on Linux counts from the boot time, which it may round differently each time. */
const toleranceMs = 2_000

/** Returns undefined when no such process runs, or when there is no ps. */
export function startOf(pid: number): Promise<string | undefined> {
  const options = { env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/bin:/usr/bin' }, timeout: 2_000 }
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], options, (error, stdout) =>
      resolve(error === null ? startIn(stdout.trim()) : undefined),
    )
  })
}

/** A process that ended and that its parent has not collected yet (state Z) does nothing any more. */
function startIn(line: string): string | undefined {
  const [, state, start] = /^(\S+)\s+(.+)$/.exec(line) ?? []
  return state?.startsWith('Z') ? undefined : start
}

/**
 * A runner without its bridge exits within three seconds; one that does not is killed if it is certainly the same
 * process.
 */
export async function untilGone(old: StartedProcess): Promise<void> {
  for (let waitedMs = 0; waitedMs < waitMs; waitedMs += pauseMs) {
    if (!isAlive(old.pid) || !(await isSame(old))) return
    await sleep(pauseMs)
  }
  if (old.started !== '' && (await isSame(old))) endGroup(old.pid, 'SIGKILL')
}

async function isSame({ pid, started }: StartedProcess): Promise<boolean> {
  const now = await startOf(pid)
  if (now === undefined) return false
  return started === '' || Math.abs(Date.parse(now) - Date.parse(started)) <= toleranceMs
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasErrno(error, 'EPERM')
  }
}

/** Signals the process and everything that it started; each of our processes leads a group of its own. */
export function endGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // The group exited on its own meanwhile.
  }
}
