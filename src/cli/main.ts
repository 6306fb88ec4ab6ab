#!/usr/bin/env node
/** The command `service` as a process. */
import { endWithParent } from './foreground/ends-with-parent.ts'
import { endWithReader } from './foreground/ends-with-reader.ts'
import { run } from './run.ts'

/** A pipe takes what is written to it only as fast as its reader. */
const written = (stream: NodeJS.WriteStream) => new Promise<void>((resolve) => void stream.write('', () => resolve()))

endWithParent()
endWithReader()
process.exitCode = await run(process.argv)
for (const stream of [process.stdout, process.stderr]) await written(stream)
// A start that failed may have left threads or timers behind, which would keep the process alive: it is over with its command.
process.exit()
