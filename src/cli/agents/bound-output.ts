/**
 * Keeps the file in which launchd collects a process's output from growing for ever; runs at each start of the process.
 */
import { constants, copyFileSync, fstatSync, ftruncateSync, lstatSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentName } from '../../contract/setup-names.ts'
import { logsFolder } from './launchd.ts'

/** A process prints a few lines when it starts, and a stack when it crashes. */
const mostBytes = 1_000_000

/**
 * launchd holds the file open and appends, so the file is copied and emptied, not renamed. Other files are left alone.
 */
export function boundOutput(home: string, process: AgentName, output = 1): void {
  const file = join(logsFolder(home), `${process}.log`)
  const [named, own] = [lstatSync(file, { throwIfNoEntry: false }), fstatSync(output)]
  if (named?.ino !== own.ino || named.dev !== own.dev || own.size <= mostBytes) return
  try {
    // Copying would otherwise write through a link of this name.
    rmSync(`${file}.1`, { force: true })
    copyFileSync(file, `${file}.1`, constants.COPYFILE_EXCL)
  } catch {
    // On a full disk the old output is dropped, since space is worth more.
  }
  ftruncateSync(output)
}
