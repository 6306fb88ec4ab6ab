/** What launchd collects of a process's output, kept from growing for ever: looked at whenever the process starts. */
import { constants, copyFileSync, fstatSync, ftruncateSync, lstatSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessName } from '../../contract/setup-names.ts'
import { logsFolder } from './place.ts'

/** A process prints a few lines when it starts, and a stack when it crashes. */
const mostBytes = 1_000_000

/** launchd holds the file open and appends, so it is copied and emptied, not renamed. Another file is left alone. */
export function boundOutput(home: string, process: ProcessName, output = 1): void {
  const file = join(logsFolder(home), `${process}.log`)
  const [named, own] = [lstatSync(file, { throwIfNoEntry: false }), fstatSync(output)]
  if (named?.ino !== own.ino || named.dev !== own.dev || own.size <= mostBytes) return
  try {
    // A link of this name would be written through.
    rmSync(`${file}.1`, { force: true })
    copyFileSync(file, `${file}.1`, constants.COPYFILE_EXCL)
  } catch {
    // On a full disk what was printed goes: room is worth more.
  }
  ftruncateSync(output)
}
