/** Starts the proof that is named on the command line. */
import { run } from './run.ts'

process.exitCode = await run(process.argv.slice(2))
