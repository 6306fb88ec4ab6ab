/** All commands as one tree: what is typed is looked up in it, and help, completions and docs/command-line.md are made of it. */
import { Command } from 'commander'
import { release } from '../actions/release.ts'
import { exitCodeMeanings } from '../contract/errors.ts'
import { names } from '../contract/names.ts'

/** Without `wanted`, or when that is no command of the service, the tree is whole. */
export async function commandTree(wanted?: string): Promise<Command> {
  const program = new Command(names.command)
    .description(`${names.product}: relays the messages of Messages to integrations, without losing one.`)
    .version(release(), '--version', 'which release this is')
    .showHelpAfterError('(add --help for what is possible)')
    .exitOverride()
    .addHelpText('after', exitCodesInWords)
  const own = await serviceCommands(wanted)
  const isOwn = own.some((command) => command.name() === wanted)
  for (const command of isOwn ? own : [...own, ...(await simulatorCommands())])
    program.addCommand(command.copyInheritedSettings(program))
  return program
}

/** Each program with a language model starts one of its own, and waits for it: that one is loaded without the others. */
const serviceCommands = async (wanted: string | undefined) =>
  wanted === 'mcp'
    ? [(await import('./commands/mcp.ts')).mcpCommand()]
    : (await import('./service-commands.ts')).serviceCommands()

/** `demo` and `sim` bring the simulated Mac along; the commands of the service start without it. */
const simulatorCommands = async () => {
  const [{ demoCommand }, { simCommand }] = await Promise.all([
    import('./commands/demo.ts'),
    import('./commands/sim.ts'),
  ])
  return [demoCommand(), simCommand()]
}

const exitCodesInWords = `
Exit codes:
${Object.entries(exitCodeMeanings)
  .map(([code, meaning]) => `  ${code}  ${meaning}`)
  .join('\n')}`
