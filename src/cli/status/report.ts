/** Reads the state of the service from its files and from launchd; no process has to respond. */
import { ClientError } from '../../client/client-error.ts'
import type { Config } from '../../contract/config.ts'
import { names } from '../../contract/names.ts'
import type { PluginStatus } from '../../contract/plugin.ts'
import { type ProcessName, processes } from '../../contract/setup-names.ts'
import { ownUrl } from '../../domain/access/own-url.ts'
import { isSwitchedOn } from '../../domain/plugin-configuration.ts'
import { pluginStatus, pluginWait } from '../../domain/plugin-status.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { provenAddress } from '../../local-client/proven-fetch.ts'
import type { AgentState } from '../../mac/launch-agents.ts'
import { type BridgeStatus, readStatus } from '../../store/bridge-status.ts'
import { loadConfig } from '../../store/config-in-force.ts'
import { isAlive, readHeartbeat } from '../../store/heartbeat.ts'
import { type JournalSummary, readJournalSummary } from '../../store/journal/summary.ts'
import { readPid } from '../../store/process-lock.ts'
import { type ServiceDir, serviceDir } from '../../store/service-dir.ts'
import { setupNote } from '../../store/setup-note.ts'
import { grantTrouble } from '../agents/grant-trouble.ts'
import { launchdIfHere } from '../agents/launchd.ts'
import type { Environment } from '../environment.ts'

export interface AgentReport {
  process: ProcessName
  /** `installed`: the definition exists, but launchd has not loaded it; `unknown`: there is no launchctl here. */
  state: AgentState['is']
  pid: number | null
}

export interface StatusReport {
  /** Explains that another program runs than the one that could read Messages. */
  program_trouble: string | null
  base_directory: string
  bridge_alive: boolean
  /** Unix seconds. */
  last_heartbeat: number | null
  pid: number | null
  bridge: BridgeStatus | null
  /** `url` is the actual address; null while `trouble` explains why it is unknown. */
  web: { pid: number | null; url: string | null; trouble: string | null }
  agents: AgentReport[]
  journal: JournalSummary | null
}

export async function readReport(environment: Environment, nowMs: number): Promise<StatusReport> {
  const dir = serviceDir(environment.base)
  const beatS = readHeartbeat(dir.heartbeatFile)
  const pid = readPid(dir.pidFile)
  const bridge = readStatus(dir.statusFile) ?? null
  const granted = setupNote(dir.setupFile).granted()
  // A bridge that has just ended still has a young heartbeat.
  const bridgeAlive = isAlive(beatS, nowMs) && pid !== undefined
  return {
    base_directory: dir.base,
    bridge_alive: bridgeAlive,
    last_heartbeat: beatS ?? null,
    pid: pid ?? null,
    program_trouble: grantTrouble(granted, bridge?.program ?? granted?.program ?? '') ?? null,
    bridge,
    web: await webOf(dir),
    agents: await agentsOf(environment),
    journal: journalOf(dir, bridgeAlive),
  }
}

/** The bridge's records about plugins are valid while it runs; otherwise enabled plugins wait for it. */
function journalOf(dir: ServiceDir, bridgeAlive: boolean): JournalSummary | null {
  const summary = readJournalSummary(dir.journalFile)
  const switches = configOf(dir)?.integrations
  if (summary === null || bridgeAlive || switches === undefined) return summary
  const integrations = summary.integrations.map((plugin) => {
    const enabled = isSwitchedOn(switches, plugin.name)
    const status = pluginStatus({ noted: plugin.status as PluginStatus, enabled, bridgeAlive })
    return { ...plugin, status, waiting_for: pluginWait(status, null, bridgeAlive), next_attempt_at: null }
  })
  return { ...summary, integrations }
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

/** Undefined where config.json cannot be used. */
function configOf(dir: ServiceDir): Config | undefined {
  try {
    return loadConfig(dir).config
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}

/** The process id may belong to another program by now, and so may the port on which the web process listened. */
async function webOf(dir: ServiceDir): Promise<StatusReport['web']> {
  const pid = readPid(dir.webPidFile) ?? null
  if (pid === null) return { pid, url: null, trouble: null }
  try {
    return { pid, url: ownUrl(await provenAddress(dir, 'terminal')), trouble: null }
  } catch (error) {
    if (error instanceof ClientError) return { pid, url: null, trouble: error.message }
    throw error
  }
}
