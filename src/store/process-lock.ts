/**
 * Ensures one process of a kind for each directory: the bridge or the web process. The lock decides; the process id
 * beside it is only information.
 */

import { rmSync } from 'node:fs'
import { hasErrno } from '../base/errors.ts'
import { ServiceError } from '../domain/service-error.ts'
import { writeAtomically } from './atomic-file.ts'
import { tryLock } from './file-lock.ts'
import { readOwned } from './owned-file.ts'

export interface ProcessLock {
  release(): void
}

interface LockFiles {
  lockFile: string
  pidFile: string
}

const pidWaitMs = 500
const pidRetryMs = 10

/**
 * Throws `already_running` with the process id of the holder. The lock is released when the process dies, however it
 * dies.
 */
export function acquireProcessLock({ lockFile, pidFile }: LockFiles): ProcessLock {
  const lock = tryLock(lockFile)
  if (!lock) throw alreadyRunning(lockFile, awaitPid(pidFile))
  notePid(pidFile)
  const release = () => {
    process.off('exit', release)
    rmSync(pidFile, { force: true })
    lock.release()
  }
  // The listener also keeps the lock reachable: a garbage-collected connection would close and release the lock.
  process.once('exit', release)
  return { release }
}

/** Returns the process id of the holder, if known. */
export function readPid(pidFile: string): number | undefined {
  try {
    const pid = Number.parseInt(String(readOwned(pidFile)), 10)
    return Number.isSafeInteger(pid) && pid > 0 && isRunning(pid) ? pid : undefined
  } catch {
    return undefined
  }
}

function notePid(pidFile: string): void {
  try {
    writeAtomically(pidFile, `${process.pid}\n`)
  } catch {
    // The process id is only information: a full disk must not keep the bridge from starting.
  }
}

/** Waits a little, since the holder may not have written its process id yet. */
function awaitPid(pidFile: string): number | undefined {
  for (let waitedMs = 0; waitedMs < pidWaitMs; waitedMs += pidRetryMs) {
    const pid = readPid(pidFile)
    if (pid !== undefined) return pid
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pidRetryMs)
  }
  return undefined
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return hasErrno(error, 'EPERM')
  }
}

const alreadyRunning = (lockFile: string, pid: number | undefined) =>
  new ServiceError('already_running', `${lockFile} is held by process ${pid ?? 'unknown'}.`, { pid: pid ?? null })
