#!/usr/bin/env node
/** The command `service` as a process. */
import { endWithParent } from './foreground/ends-with-parent.ts'
import { endWithReader } from './foreground/ends-with-reader.ts'
import { run } from './run.ts'

endWithParent()
endWithReader()
process.exitCode = await run(process.argv)
