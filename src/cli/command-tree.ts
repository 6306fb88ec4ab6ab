/**
 * Builds the tree of all commands, which parses what is typed, and from which help, completions and
 * docs/command-line.md are made.
 */
import { Command } from 'commander'
import { exitCodeMeanings } from '../contract/errors.ts'
import { names } from '../contract/names.ts'
import { release } from '../store/release.ts'
import { requireSafeServiceDir, serviceDir } from '../store/service-dir.ts'
import { readEnvironment } from './environment.ts'

/** Builds the whole tree, unless only one command of the service is wanted that needs no other. */
export async function commandTree(wanted?: string): Promise<Command> {
  const program = new Command(names.command)
    .description(`${names.product}: relays the text messages of this Mac to plugins, with history, search and sending.`)
    .version(release(), '--version', 'Print the version')
    .showHelpAfterError('(add --help for usage)')
    .exitOverride()
    // `imsg` passes on everything that follows it.
    .enablePositionalOptions()
    .addHelpText('after', notes)
  for (const command of await commandsFor(wanted)) program.addCommand(asBelow(program, command))
  return program.hook('preAction', (_, command) => requireSafeFiles(nameBelow(program, command)))
}

async function commandsFor(wanted: string | undefined): Promise<Command[]> {
  if (wanted === '--version') return []
  if (wanted !== undefined && isServiceCommand(wanted) && wanted !== tellsOfAll) return serviceCommands(wanted)
  return (await Promise.all([serviceCommands(), simulatorCommands()])).flat()
}

/**
 * Lists commands without the check: `doctor` reports unsafe files instead, the bridge and the web process narrow modes
 * first, `stop` and `uninstall` must work whatever the files are and follow no link, and the others touch no file of
 * the service.
 */
const withoutCheck: readonly string[] = [
  'doctor',
  'bridge',
  'web',
  'stop',
  'uninstall',
  'completions',
  'demo',
  'sim',
  'hub',
]

/**
 * Makes sure that no file of the service leads elsewhere before a command reads or writes them. Throws `unsafe_file`.
 */
function requireSafeFiles(name: string): void {
  if (!withoutCheck.includes(name)) requireSafeServiceDir(serviceDir(readEnvironment().base))
}

/** Returns the first word of the command. */
function nameBelow(program: Command, command: Command): string {
  let at = command
  while (at.parent !== null && at.parent !== program) at = at.parent
  return at.name()
}

/** Copies settings as `command()` would, so that usage errors look alike at every depth. */
function asBelow(parent: Command, command: Command): Command {
  command.copyInheritedSettings(parent)
  for (const inner of command.commands) asBelow(command, inner)
  return command
}

/** The one command that needs all others. */
const tellsOfAll = 'completions'

/** `demo` and `sim` load the simulated Mac; the commands of the service start without it. */
const simulatorCommands = async () => {
  const [{ demoCommand }, { simCommand }] = await Promise.all([
    import('./commands/demo.ts'),
    import('./commands/sim.ts'),
  ])
  return [demoCommand(), simCommand()].map((command) => command.helpGroup('Without a Mac:'))
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

/**
 * The commands of the service, in groups and in the order of `--help`. Each is loaded when it is needed, because most of the
 * start-up cost is the code of the others.
 */
const groups: Readonly<Record<string, Readonly<Record<string, () => Promise<Command>>>>> = {
  'Run the service:': {
    setup: async () => (await import('./commands/setup.ts')).setupCommand(),
    up: async () => (await import('./commands/up.ts')).upCommand(),
    install: async () => (await import('./commands/install.ts')).installCommand(),
    start: async () => (await import('./commands/start-stop.ts')).startCommand(),
    stop: async () => (await import('./commands/start-stop.ts')).stopCommand(),
    restart: async () => (await import('./commands/start-stop.ts')).restartCommand(),
    uninstall: async () => (await import('./commands/uninstall.ts')).uninstallCommand(),
    status: async () => (await import('./commands/status.ts')).statusCommand(),
    doctor: async () => (await import('./commands/doctor.ts')).doctorCommand(),
    selftest: async () => (await import('./commands/selftest.ts')).selftestCommand(),
    logs: async () => (await import('./commands/logs.ts')).logsCommand(),
  },
  'Relay:': {
    plugins: async () => (await import('./commands/plugins.ts')).pluginsCommand(),
    rules: async () => (await import('./commands/rules.ts')).rulesCommand(),
    deliveries: async () => (await import('./commands/deliveries.ts')).deliveriesCommand(),
  },
  'Messages:': {
    send: async () => (await import('./commands/send.ts')).sendCommand(),
    scheduled: async () => (await import('./commands/scheduled.ts')).scheduledCommand(),
    outbox: async () => (await import('./commands/outbox.ts')).outboxCommand(),
    people: async () => (await import('./commands/people.ts')).peopleCommand(),
    search: async () => (await import('./commands/search.ts')).searchCommand(),
    export: async () => (await import('./commands/export.ts')).exportCommand(),
  },
  'Access:': {
    password: async () => (await import('./commands/password.ts')).passwordCommand(),
    keys: async () => (await import('./commands/keys.ts')).keysCommand(),
    mcp: async () => (await import('./commands/mcp.ts')).mcpCommand(),
    imsg: async () => (await import('./commands/imsg.ts')).imsgCommand(),
    compat: async () => (await import('./commands/compat.ts')).compatCommand(),
  },
  'Settings and data:': {
    config: async () => (await import('./commands/config.ts')).configCommand(),
    themes: async () => (await import('./commands/themes.ts')).themesCommand(),
    backup: async () => (await import('./commands/backup.ts')).backupCommand(),
    restore: async () => (await import('./commands/restore.ts')).restoreCommand(),
  },
  'For operators and developers:': {
    bridge: async () => (await import('./commands/bridge.ts')).bridgeCommand(),
    web: async () => (await import('./commands/web.ts')).webCommand(),
    uplink: async () => (await import('./commands/uplink.ts')).uplinkCommand(),
    hub: async () => (await import('./commands/hub.ts')).hubCommand(),
    completions: async () => (await import('./commands/completions.ts')).completionsCommand(),
  },
}

const isServiceCommand = (name: string): boolean => Object.values(groups).some((group) => Object.hasOwn(group, name))

/** Returns the command with this name only, or all of them. */
const serviceCommands = (name?: string): Promise<Command[]> =>
  Promise.all(
    Object.entries(groups).flatMap(([heading, group]) =>
      Object.entries(group).flatMap(([one, load]) =>
        name === undefined || name === one ? [load().then((command) => command.helpGroup(heading))] : [],
      ),
    ),
  )
