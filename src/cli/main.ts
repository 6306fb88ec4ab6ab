#!/usr/bin/env node
/** The command `service` as a process. */
import { exitCodes } from '../contract/errors.ts'
import { endWithParent } from './foreground/ends-with-parent.ts'
import { endWithReader } from './foreground/ends-with-reader.ts'
import { run } from './run.ts'

endWithParent()
endWithReader()
process.exitCode = await run(process.argv)
// What broke off while it started has left things open, and launchd starts anew only what has ended.
if (process.exitCode === exitCodes.unexpected) process.exit()
