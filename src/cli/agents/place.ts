/** Locates the launch agents of this user, and the launchd that manages them. */
import { join } from 'node:path'
import { names } from '../../contract/names.ts'
import type { ProcessName } from '../../contract/setup-names.ts'
import { ServiceError } from '../../domain/service-error.ts'
import {
  type AgentLoading,
  type AgentState,
  agentLoading,
  type LaunchAgents,
  launchAgents,
} from '../../mac/launch-agents.ts'
import { findPrograms } from '../../mac/programs.ts'
import type { Environment } from '../environment.ts'

export const agentsFolder = (home: string): string => join(home, 'Library', 'LaunchAgents')
export const logsFolder = (home: string): string => join(home, 'Library', 'Logs', names.command)

export const definitionFile = (home: string, process: ProcessName): string =>
  join(agentsFolder(home), `${names.launchAgents[process]}.plist`)

export interface Launchd extends AgentLoading, Pick<LaunchAgents, 'stateOf' | 'restart'> {}

export const isLoaded = ({ is }: AgentState): boolean => is === 'running' || is === 'stopped'

/** Throws `no_launchd` where there is none. */
export function launchd(environment: Pick<Environment, 'home' | 'path'>): Launchd {
  const found = launchdIfHere(environment)
  if (found === undefined) throw new ServiceError('no_launchd', 'launchctl, which comes with macOS, is not here.')
  return found
}

export function launchdIfHere({ home, path }: Pick<Environment, 'home' | 'path'>): Launchd | undefined {
  const programs = findPrograms(path)
  const { launchctl } = programs
  if (launchctl === undefined) return undefined
  const uid = process.getuid?.() ?? 0
  const agents = launchAgents({ home, programs, uid, nowMs: Date.now, holdsMs: 0 })
  return { ...agents, ...agentLoading({ launchctl, uid }) }
}
