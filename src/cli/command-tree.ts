/** All commands as one tree: what is typed is looked up in it, and help, completions and docs/command-line.md are made of it. */
import { Command } from 'commander'
import { release } from '../actions/release.ts'
import { exitCodeMeanings } from '../contract/errors.ts'
import { names } from '../contract/names.ts'
import { requireSafeServiceDir, serviceDir } from '../store/service-dir.ts'
import { readEnvironment } from './environment.ts'
import { isServiceCommand, serviceCommands } from './service-commands.ts'

/** Whole, unless a command of the service is wanted that needs no other. */
export async function commandTree(wanted?: string): Promise<Command> {
  const program = new Command(names.command)
    .description(`${names.product}: relays the messages of Messages to integrations, without losing one.`)
    .version(release(), '--version', 'which release this is')
    .showHelpAfterError('(add --help for what is possible)')
    .exitOverride()
    .addHelpText('after', notes)
  const found =
    wanted !== undefined && isServiceCommand(wanted) && wanted !== tellsOfAll
      ? serviceCommands(wanted)
      : Promise.all([serviceCommands(), simulatorCommands()])
  for (const command of (await found).flat()) program.addCommand(asBelow(program, command))
  return program.hook('preAction', (_, command) => requireSafeFiles(nameBelow(program, command)))
}

/**
 * `doctor` reports unsafe files instead, bridge and web process narrow modes first, `stop` and `uninstall` have to work whatever
 * lies there and follow no link, and the others touch no file of the service.
 */
const withoutCheck: readonly string[] = ['doctor', 'bridge', 'web', 'stop', 'uninstall', 'completions', 'demo', 'sim']

/** Before any command of the service reads or writes its files, none of them may lead elsewhere. Throws `unsafe_file`. */
function requireSafeFiles(name: string): void {
  if (!withoutCheck.includes(name)) requireSafeServiceDir(serviceDir(readEnvironment().base))
}

/** The first word of what was typed. */
function nameBelow(program: Command, command: Command): string {
  let at = command
  while (at.parent !== null && at.parent !== program) at = at.parent
  return at.name()
}

/** As for commands that are made by `command()`: a wrong call is answered alike at every depth. */
function asBelow(parent: Command, command: Command): Command {
  command.copyInheritedSettings(parent)
  for (const inner of command.commands) asBelow(command, inner)
  return command
}

/** The one command that is about the others. */
const tellsOfAll = 'completions'

/** `demo` and `sim` bring the simulated Mac along; the commands of the service start without it. */
const simulatorCommands = async () => {
  const [{ demoCommand }, { simCommand }] = await Promise.all([
    import('./commands/demo.ts'),
    import('./commands/sim.ts'),
  ])
  return [demoCommand(), simCommand()]
}

const notes = `
Examples:
  service up
  service status
  service send --help

Exit codes:
${Object.entries(exitCodeMeanings)
  .map(([code, meaning]) => `  ${code}  ${meaning}`)
  .join('\n')}`
