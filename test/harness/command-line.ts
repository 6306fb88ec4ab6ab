/** The words after a command of the trials: parsed, or told what there could be. */
import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Ends the process where help is asked for, and where something else was given. */
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
