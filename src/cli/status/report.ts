/** How the service does, as its files and launchd tell it: no process has to answer. */
import { existsSync } from 'node:fs'
import { names } from '../../contract/names.ts'
import { type ProcessName, processes } from '../../contract/setup-names.ts'
import { ownUrl } from '../../domain/access/own-url.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { AgentState } from '../../mac/launch-agents.ts'
import { type BridgeStatus, readStatus } from '../../store/bridge-status.ts'
import { loadConfig } from '../../store/config-in-force.ts'
import { isAlive, readHeartbeat } from '../../store/heartbeat.ts'
import { type JournalSummary, readJournalSummary } from '../../store/journal/summary.ts'
import { readPid } from '../../store/process-lock.ts'
import { type ServiceDir, serviceDir } from '../../store/service-dir.ts'
import { setupNote } from '../../store/setup-note.ts'
import { grantTrouble } from '../agents/grant-trouble.ts'
import { launchdIfHere } from '../agents/place.ts'
import type { Environment } from '../environment.ts'

export interface AgentReport {
  process: ProcessName
  /** `installed`: its definition is there, and launchd has not loaded it; `unknown`: there is no launchctl here. */
  state: AgentState['is']
  pid: number | null
}

export interface StatusReport {
  /** Another program than the one that could read Messages, in words. */
  program_trouble: string | null
  base_directory: string
  bridge_alive: boolean
  /** Unix seconds. */
  last_heartbeat: number | null
  pid: number | null
  bridge: BridgeStatus | null
  /** `url` is null where config.json cannot be used. */
  web: { pid: number | null; url: string | null }
  agents: AgentReport[]
  journal: JournalSummary | null
}

export async function readReport(environment: Environment, nowMs: number): Promise<StatusReport> {
  const dir = serviceDir(environment.base)
  const beatS = readHeartbeat(dir.heartbeatFile)
  const pid = readPid(dir.pidFile)
  const bridge = readStatus(dir.statusFile) ?? null
  const granted = setupNote(dir.setupFile).granted()
  return {
    base_directory: dir.base,
    // A bridge that was ended a moment ago has a young heartbeat still.
    bridge_alive: isAlive(beatS, nowMs) && pid !== undefined,
    last_heartbeat: beatS ?? null,
    pid: pid ?? null,
    program_trouble: grantTrouble(granted, bridge?.program ?? granted?.program ?? '') ?? null,
    bridge,
    web: { pid: readPid(dir.webPidFile) ?? null, url: urlOf(dir) },
    agents: await agentsOf(environment),
    journal: existsSync(dir.journalFile) ? readJournalSummary(dir.journalFile) : null,
  }
}

async function agentsOf(environment: Environment): Promise<AgentReport[]> {
  const launchd = launchdIfHere(environment)
  const stateOf = async (process: ProcessName): Promise<AgentState> =>
    (await launchd?.stateOf(names.launchAgents[process])) ?? { is: 'unknown', pid: null }
  return Promise.all(
    processes.map(async (process) => {
      const { is, pid } = await stateOf(process)
      return { process, state: is, pid }
    }),
  )
}

function urlOf(dir: ServiceDir): string | null {
  try {
    return ownUrl(loadConfig(dir).config.web)
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}
