/** The launch agents of this user: where they lie, what they start, and the launchd that manages them. */

import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { names } from '../../contract/names.ts'
import { type AgentName, agentNames, processes } from '../../contract/setup-names.ts'
import type { AgentProgram } from '../../domain/launch-agent/definition.ts'
import { stablePath } from '../../domain/launch-agent/stable-path.ts'
import { ServiceError } from '../../domain/service-error.ts'
import {
  type AgentLoading,
  type AgentState,
  agentLoading,
  type LaunchAgents,
  launchAgents,
} from '../../mac/launch-agents.ts'
import { findPrograms } from '../../mac/programs.ts'
import { readPid } from '../../store/process-lock.ts'
import { type ProgramRecord, readProgramRecord } from '../../store/program-record.ts'
import { type ServiceDir, serviceDir } from '../../store/service-dir.ts'
import { hasJoined } from '../../store/uplink-file.ts'
import type { Environment } from '../environment.ts'
import { nodeFlags, webFlags } from '../node-flags.ts'
import { ownCommand } from '../own-command.ts'

export const agentsFolder = (home: string): string => join(home, 'Library', 'LaunchAgents')
export const logsFolder = (home: string): string => join(home, 'Library', 'Logs', names.command)

export const definitionFile = (home: string, process: AgentName): string =>
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

/** Whether this is the executable, which is its own command and runs no file. */
export const isOneProgram = (): boolean => ownCommand().args.length === 0

/** The signed copy of Node, where there is one. */
export function placedProgram(base: string): ProgramRecord | undefined {
  const record = isOneProgram() ? undefined : readProgramRecord(serviceDir(base).programRecordFile)
  return record !== undefined && existsSync(record.program) ? record : undefined
}

/** Returns the command that launchd starts for an agent: this same command, by paths that outlive an upgrade. */
export function agentProgram(
  { home, base }: Pick<Environment, 'home' | 'base'>,
  agent: AgentName = 'bridge',
): AgentProgram {
  const isUsual = base === join(home, names.baseDirectory)
  const { program, args } = ownCommand(agent === 'web' ? webFlags : nodeFlags)
  return {
    program: placedProgram(base)?.program ?? stablePath(program, realpathSync),
    args: args.map((each) => stablePath(each, realpathSync)),
    baseDirectory: isUsual ? undefined : base,
    logsFolder: logsFolder(home),
  }
}

/** Finds the process of an agent. This includes one that runs in a Terminal window over the same directory. */
export const pidOf = (dir: ServiceDir, process: AgentName): number | undefined =>
  readPid({ bridge: dir.pidFile, web: dir.webPidFile, uplink: dir.uplinkPidFile }[process])

/** Returns the agents that launchd has to start over this data folder. */
export const agentsOf = (dir: ServiceDir): readonly AgentName[] => (hasJoined(dir) ? agentNames : processes)

/** Throws `runs_in_terminal`, because a process that launchd starts in addition would end at once, again and again. */
export async function requireNoOther(dir: ServiceDir, launchd: Pick<Launchd, 'stateOf'> | undefined): Promise<void> {
  for (const process of agentNames) {
    const pid = pidOf(dir, process)
    if (pid === undefined) continue
    const agent = await launchd?.stateOf(names.launchAgents[process])
    if (agent?.pid === pid) continue
    const what = `The ${process} process runs in a Terminal window (process ${pid}).`
    throw new ServiceError('runs_in_terminal', what, { pid })
  }
}
