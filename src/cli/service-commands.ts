/** Lists the commands of the service, in the order of `--help`. */
import type { Command } from 'commander'

/** Each command is loaded when it is needed, because most of the start-up cost is the code of the others. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  up: async () => (await import('./commands/up.ts')).upCommand(),
  bridge: async () => (await import('./commands/bridge.ts')).bridgeCommand(),
  web: async () => (await import('./commands/web.ts')).webCommand(),
  install: async () => (await import('./commands/install.ts')).installCommand(),
  uninstall: async () => (await import('./commands/uninstall.ts')).uninstallCommand(),
  start: async () => (await import('./commands/start-stop.ts')).startCommand(),
  stop: async () => (await import('./commands/start-stop.ts')).stopCommand(),
  restart: async () => (await import('./commands/start-stop.ts')).restartCommand(),
  mcp: async () => (await import('./commands/mcp.ts')).mcpCommand(),
  status: async () => (await import('./commands/status.ts')).statusCommand(),
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand(),
  logs: async () => (await import('./commands/logs.ts')).logsCommand(),
  send: async () => (await import('./commands/send.ts')).sendCommand(),
  search: async () => (await import('./commands/search.ts')).searchCommand(),
  config: async () => (await import('./commands/config.ts')).configCommand(),
  export: async () => (await import('./commands/export.ts')).exportCommand(),
  backup: async () => (await import('./commands/backup.ts')).backupCommand(),
  restore: async () => (await import('./commands/restore.ts')).restoreCommand(),
  password: async () => (await import('./commands/password.ts')).passwordCommand(),
  keys: async () => (await import('./commands/keys.ts')).keysCommand(),
  plugins: async () => (await import('./commands/plugins.ts')).pluginsCommand(),
  deliveries: async () => (await import('./commands/deliveries.ts')).deliveriesCommand(),
  themes: async () => (await import('./commands/themes.ts')).themesCommand(),
  completions: async () => (await import('./commands/completions.ts')).completionsCommand(),
}

export const isServiceCommand = (name: string): boolean => Object.hasOwn(commands, name)

/** Returns the command with this name only, or all of them. */
export const serviceCommands = (name?: string): Promise<Command[]> =>
  Promise.all(Object.entries(commands).flatMap(([one, load]) => (name === undefined || name === one ? [load()] : [])))
