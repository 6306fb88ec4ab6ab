/** Runs the typed command; the one place where failures become a sentence and an exit code. */
import { CommanderError } from 'commander'
import { ClientError } from '../client/client-error.ts'
import { errors, exitCodes } from '../contract/errors.ts'
import { ServiceError } from '../domain/service-error.ts'
import { commandTree } from './command-tree.ts'

/** Resolves with the exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  try {
    const program = await commandTree(argv[2])
    await program.parseAsync(argv)
    return Number(process.exitCode ?? exitCodes.done)
  } catch (error) {
    return failed(error)
  }
}

function failed(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
  if (!(error instanceof ServiceError || error instanceof ClientError)) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    return exitCodes.unexpected
  }
  const message = error instanceof ServiceError ? error.messageFor('terminal') : error.message
  process.stderr.write(`${message}\n${detailLines(error.details)}`)
  return error.code === 'unreachable' ? exitCodes.notRunning : errors[error.code].exit
}

const detailLines = (details: ServiceError['details']): string =>
  Object.entries(details)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((each) => [name, each]))
    .map(([name, value]) => `  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}\n`)
    .join('')
