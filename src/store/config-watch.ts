/** Notices within a second every way of saving config.json, and reports each new content once. */

import { type FSWatcher, lstatSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { SteadyTimer } from '../base/steady-timer.ts'
import type { ServiceError } from '../domain/service-error.ts'
import { absentRev, type ConfigReading, type ConfigSnapshot, configGone, readConfig } from './config-file.ts'

export interface ConfigWatchOptions {
  file: string
  /** `rev` of the configuration in force, so that a change made before the watch began is also noticed. */
  inForceRev: string
  onChange(snapshot: ConfigSnapshot): void
  /**
   * Called when the file cannot be used, and with undefined once it can be used again. The configuration in force stays
   * in force.
   */
  onProblem(problem: ServiceError | undefined): void
  pollMs?: number
}

export interface ConfigWatch {
  close(): void
}

const settleMs = 50
const timestampGranularityMs = 100

export function watchConfig(options: ConfigWatchOptions): ConfigWatch {
  const { file, pollMs = 500 } = options
  const look = lookAt(options)
  let pending: NodeJS.Timeout | undefined
  const wake = () => {
    clearTimeout(pending)
    pending = setTimeout(look, settleMs)
  }
  const watcher = watchFolder(dirname(file), (name) => {
    if (name === null || name === basename(file)) wake()
  })
  // Watchers stop reporting after the Mac slept, and may not be available at all.
  const poll = new SteadyTimer(pollMs, look).unref()
  return {
    close() {
      watcher?.close()
      poll.stop()
      clearTimeout(pending)
    },
  }
}

function lookAt({ file, inForceRev, onChange, onProblem }: ConfigWatchOptions): () => void {
  let settledStamp: string | undefined
  let suspectStamp: string | undefined
  let toldProblem: string | undefined

  function tellProblem(problem: ServiceError | undefined): void {
    if (problem?.message === toldProblem) return
    toldProblem = problem?.message
    onProblem(problem)
  }

  return () => {
    const { stamp, fresh } = stampOf(file)
    if (stamp === settledStamp) return
    const { snapshot, problem } = readPresent(file, inForceRev)
    if (problem && stamp !== suspectStamp) {
      // Saving a file passes through broken states like this one: it is only a problem if it is still there at the next
      // check.
      suspectStamp = stamp
      return
    }
    settledStamp = fresh ? undefined : stamp
    tellProblem(problem)
    if (!snapshot || snapshot.rev === inForceRev) return
    inForceRev = snapshot.rev
    onChange(snapshot)
  }
}

function readPresent(file: string, inForceRev: string): ConfigReading {
  const reading = readConfig(file)
  if (reading.snapshot?.rev !== absentRev || inForceRev === absentRev) return reading
  return { problem: configGone(file) }
}

/** `fresh` means that the file was written so recently that another write might leave the same stamp. */
function stampOf(file: string): { stamp: string; fresh: boolean } {
  const stats = lstatSync(file, { bigint: true, throwIfNoEntry: false })
  if (!stats) return { stamp: absentRev, fresh: false }
  const stamp = `${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`
  return { stamp, fresh: Math.abs(Date.now() - Number(stats.mtimeMs)) < timestampGranularityMs }
}

function watchFolder(folder: string, onEvent: (name: string | null) => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, (_event, name) => onEvent(name))
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return undefined
  }
}
