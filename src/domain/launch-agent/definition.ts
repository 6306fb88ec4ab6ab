/**
 * Builds the launchd definition of one process of the service: how it is started and restarted, and where its output
 * goes.
 */

import { type PropertyValue, propertyList } from '../../base/property-list.ts'
import { names } from '../../contract/names.ts'
import type { AgentName } from '../../contract/setup-names.ts'

export interface AgentProgram {
  /** The absolute path, since macOS binds its permissions to it. */
  program: string
  /** The arguments before the name of the process. */
  args: readonly string[]
  /** The base directory, where it is not the default one. */
  baseDirectory: string | undefined
  logsFolder: string
}

/** A process that always fails is started at most six times a minute. */
const throttleS = 10
/** Leaves time to finish what it has begun to hand over to Messages. */
const exitTimeoutS = 20
const forOwnerAlone = 0o077

const commandOf: Record<AgentName, readonly string[]> = { bridge: ['bridge'], web: ['web'], uplink: ['uplink', 'run'] }

/** No environment is passed on: it may hold secrets, and launchd sets a path of its own. */
export function agentDefinition(process: AgentName, agent: AgentProgram): string {
  const { program, args, baseDirectory, logsFolder } = agent
  const log = `${logsFolder}/${process}.log`
  const definition: Record<string, PropertyValue> = {
    Label: names.launchAgents[process],
    ProgramArguments: [program, ...args, ...commandOf[process]],
    ...(baseDirectory !== undefined && { EnvironmentVariables: { SERVICE_DIR: baseDirectory } }),
    RunAtLoad: true,
    KeepAlive: true,
    ThrottleInterval: throttleS,
    ExitTimeOut: exitTimeoutS,
    // Messages can only be scripted from the session of a user who sees a desktop.
    LimitLoadToSessionType: 'Aqua',
    // Otherwise macOS may slow the process down and stretch its timers while nobody sits at the Mac.
    ProcessType: 'Interactive',
    Umask: forOwnerAlone,
    StandardOutPath: log,
    StandardErrorPath: log,
  }
  return propertyList(definition)
}
