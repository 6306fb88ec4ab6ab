#!/usr/bin/env node
/** The command `service`: its subcommands, and the one place where failures become a sentence and an exit code. */
import { Command, CommanderError } from 'commander'
import { ClientError } from '../client/client-error.ts'
import { errors, exitCodes } from '../contract/errors.ts'
import { names } from '../contract/names.ts'
import { ServiceError } from '../domain/service-error.ts'
import { endWithParent } from './foreground/ends-with-parent.ts'

/** `demo` and `sim` bring the simulated Mac along; the commands of the service start without it. */
const simulatorCommands = async () => {
  const [{ demoCommand }, { simCommand }] = await Promise.all([
    import('./commands/demo.ts'),
    import('./commands/sim.ts'),
  ])
  return [demoCommand(), simCommand()]
}
/** Each program with a language model starts one of its own, and waits for it: that one is loaded without the others. */
const serviceCommands = async (name: string | undefined) =>
  name === 'mcp'
    ? [(await import('./commands/mcp.ts')).mcpCommand()]
    : (await import('./service-commands.ts')).serviceCommands()

async function run(argv: readonly string[]): Promise<number> {
  const program = new Command(names.command)
    .description(`${names.product}: relays the messages of Messages to integrations, without losing one.`)
    .showHelpAfterError('(add --help for what is possible)')
    .exitOverride()
  const own = await serviceCommands(argv[2])
  const isOwn = own.some((command) => command.name() === argv[2])
  for (const command of isOwn ? own : [...own, ...(await simulatorCommands())])
    program.addCommand(command.copyInheritedSettings(program))
  try {
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
  process.stderr.write(`${error.message}\n${detailLines(error.details)}`)
  return error.code === 'unreachable' ? exitCodes.notRunning : errors[error.code].exit
}

const detailLines = (details: ServiceError['details']): string =>
  Object.entries(details)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((each) => [name, each]))
    .map(([name, value]) => `  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}\n`)
    .join('')

endWithParent()
process.exitCode = await run(process.argv)
