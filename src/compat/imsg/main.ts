/** Runs `relay-imsg` as a process. */
import { LineWriter } from './line-writer.ts'
import { runImsg } from './run.ts'

// A reader that closes the pipe has ended the command.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(0))
const code = await runImsg(process.argv.slice(2))
await new LineWriter(process.stdout).flushed()
// Connections that wait for nothing would keep the process alive.
process.exit(code)
