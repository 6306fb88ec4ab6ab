/** What launchd is told of one process of the service: how to start it, when again, and where its output goes. */
import { names } from '../../contract/names.ts'
import type { ProcessName } from '../../contract/setup-names.ts'
import { type PropertyValue, propertyList } from './property-list.ts'

export interface AgentProgram {
  /** Absolute: what macOS gives its permissions to. */
  program: string
  /** What stands before the name of the process. */
  args: readonly string[]
  /** The base directory, where it is not the usual one. */
  baseDirectory: string | undefined
  logsFolder: string
}

/** An ever failing process is started six times a minute, no more. */
const throttleS = 10
/** For what it has begun to hand over to Messages. */
const exitTimeoutS = 20
const forOwnerAlone = 0o077

/** No environment is taken along: it may hold secrets, and launchd gives a path of its own. */
export function agentDefinition(process: ProcessName, agent: AgentProgram): string {
  const { program, args, baseDirectory, logsFolder } = agent
  const log = `${logsFolder}/${process}.log`
  const definition: Record<string, PropertyValue> = {
    Label: names.launchAgents[process],
    ProgramArguments: [program, ...args, process],
    ...(baseDirectory !== undefined && { EnvironmentVariables: { SERVICE_DIR: baseDirectory } }),
    RunAtLoad: true,
    KeepAlive: true,
    ThrottleInterval: throttleS,
    ExitTimeOut: exitTimeoutS,
    // Messages can be driven from the session of somebody who sees a desktop alone.
    LimitLoadToSessionType: 'Aqua',
    // Otherwise macOS may slow it down and stretch its timers while nobody sits at the Mac.
    ProcessType: 'Interactive',
    Umask: forOwnerAlone,
    StandardOutPath: log,
    StandardErrorPath: log,
  }
  return propertyList(definition)
}
