/** The commands of the service, in the order in which `--help` lists them. */
import { bridgeCommand } from './commands/bridge.ts'
import { configCommand } from './commands/config.ts'
import { doctorCommand } from './commands/doctor.ts'
import { exportCommand } from './commands/export.ts'
import { installCommand } from './commands/install.ts'
import { keysCommand } from './commands/keys.ts'
import { logsCommand } from './commands/logs.ts'
import { mcpCommand } from './commands/mcp.ts'
import { passwordCommand } from './commands/password.ts'
import { pluginsCommand } from './commands/plugins.ts'
import { searchCommand } from './commands/search.ts'
import { sendCommand } from './commands/send.ts'
import { startStopCommands } from './commands/start-stop.ts'
import { statusCommand } from './commands/status.ts'
import { themesCommand } from './commands/themes.ts'
import { uninstallCommand } from './commands/uninstall.ts'
import { upCommand } from './commands/up.ts'
import { webCommand } from './commands/web.ts'

export const serviceCommands = () => [
  upCommand(),
  bridgeCommand(),
  webCommand(),
  installCommand(),
  uninstallCommand(),
  ...startStopCommands(),
  mcpCommand(),
  statusCommand(),
  doctorCommand(),
  logsCommand(),
  sendCommand(),
  searchCommand(),
  configCommand(),
  exportCommand(),
  passwordCommand(),
  keysCommand(),
  pluginsCommand(),
  themesCommand(),
]
