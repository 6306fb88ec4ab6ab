#!/usr/bin/env node
/** Runs the command `service` as a process. */
import { endWithParent } from './foreground/ends-with-parent.ts'
import { endWithReader } from './foreground/ends-with-reader.ts'
import { run } from './run.ts'

/** Resolves when everything was written; a pipe accepts data only as fast as its reader. */
const written = (stream: NodeJS.WriteStream) => new Promise<void>((resolve) => void stream.write('', () => resolve()))

endWithParent()
endWithReader()
process.exitCode = await run(process.argv)
for (const stream of [process.stdout, process.stderr]) await written(stream)
// A failed start may have left threads or timers behind, which would keep the process alive after its command.
process.exit()
