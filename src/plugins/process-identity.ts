/** Recognises a process that an earlier bridge started, and waits until it is gone. A pid alone says nothing: they are reused. */
import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

export interface StartedProcess {
  pid: number
  /** As ps prints it; empty when it was not known yet. */
  started: string
}

const waitMs = 3_000
const pauseMs = 100
/** ps on Linux counts from the boot, whose time it may round differently each time. */
const toleranceMs = 2_000

/** Undefined when there is no such process (any more), or no ps. */
export function startOf(pid: number): Promise<string | undefined> {
  const options = { env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/bin:/usr/bin' }, timeout: 2_000 }
  return new Promise((resolve) => {
    execFile('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], options, (error, stdout) =>
      resolve(error === null ? startIn(stdout.trim()) : undefined),
    )
  })
}

/** A process that ended and whose parent has not noticed yet (state Z) does nothing any more. */
function startIn(line: string): string | undefined {
  const [, state, start] = /^(\S+)\s+(.+)$/.exec(line) ?? []
  return state?.startsWith('Z') ? undefined : start
}

/** A runner without its bridge ends within three seconds; one that does not is killed, if it is certainly that one. */
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
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The process and what it has started; each of ours leads a group of its own. */
export function endGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // It went by itself meanwhile.
  }
}
