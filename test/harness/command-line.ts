/** Parses the arguments of the trial commands, and prints their usage. */
import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Ends the process on --help and on unknown arguments. */
export function commandLine<const C extends ParseArgsConfig>(usage: string, config: C) {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(`${usage}\n`)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}\n`)
    process.exit(2)
  }
}
