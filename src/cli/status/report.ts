/** Reads the state of the service from its files and from launchd; no process has to respond. */
import { identityCheck } from '../../actions/identity-check.ts'
import { ClientError } from '../../client/client-error.ts'
import type { Alert } from '../../contract/alert.ts'
import type { BlueBubblesState } from '../../contract/compat.ts'
import type { Config } from '../../contract/config.ts'
import type { UplinkStatus } from '../../contract/mac.ts'
import { names } from '../../contract/names.ts'
import type { PluginStatus } from '../../contract/plugin.ts'
import type { SetupCheck } from '../../contract/setup.ts'
import type { AgentName } from '../../contract/setup-names.ts'
import { ownUrl } from '../../domain/access/own-url.ts'
import { type Present, presentAlerts } from '../../domain/alerts/present.ts'
import type { RaisedAlert } from '../../domain/alerts/raised.ts'
import { isSwitchedOn } from '../../domain/plugin-configuration.ts'
import { pluginStatus, pluginWait } from '../../domain/plugin-status.ts'
import { destinationState, type HeadlineOverview } from '../../domain/relay-headline.ts'
import { unlessFailed } from '../../domain/service-error.ts'
import { provenAddress } from '../../local-client/proven-fetch.ts'
import type { AgentState } from '../../mac/launch-agents.ts'
import { type HelperReport, SetHelper } from '../../private-helper/private-helper.ts'
import { raisedAlerts } from '../../store/alerts-file.ts'
import { type BridgeStatus, readStatus } from '../../store/bridge-status.ts'
import { loadConfig } from '../../store/config-in-force.ts'
import { isAlive, readHeartbeat } from '../../store/heartbeat.ts'
import { type IntegrationSummary, type JournalSummary, readJournalSummary } from '../../store/journal/summary.ts'
import { pausedPlugins } from '../../store/paused-plugins.ts'
import { readPid } from '../../store/process-lock.ts'
import { requirementOfThis } from '../../store/program-record.ts'
import { type ServiceDir, serviceDir } from '../../store/service-dir.ts'
import { type Grant, setupNote } from '../../store/setup-note.ts'
import { hasJoined, readIdentity, readUplinkStatus } from '../../store/uplink-file.ts'
import { grantTrouble } from '../agents/grant-trouble.ts'
import { installedIdentity } from '../agents/installed-identity.ts'
import { agentsOf, launchdIfHere } from '../agents/launchd.ts'
import { readBlueBubbles } from '../compat/read-bluebubbles.ts'
import type { Environment } from '../environment.ts'
import { formatRelay } from './format-relay.ts'

export interface AgentReport {
  process: AgentName
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
  /** The hub that this Mac belongs to; null for none. `state` is null while no uplink runs. */
  hub: { url: string; mac: string; state: UplinkStatus['state'] | null; trouble: string | null } | null
  /** Whether macOS recognises the program after an upgrade; null where launchd does not start the service. */
  identity: Pick<SetupCheck, 'state' | 'finding' | 'message' | 'program'> | null
  /** The private helper, asked just now; null where none is set. */
  helper: HelperReport | null
  /** Null where the settings cannot be read. */
  has_password: boolean | null
  journal: JournalSummary | null
  /** The listener for BlueBubbles' clients; null while it is off. */
  bluebubbles: BlueBubblesState | null
  /** The sentence of the overview; null while the bridge does not poll. */
  relay: RelayReport | null
  /** The present alerts, the gravest first. */
  alerts: Alert[]
}

export interface RelayReport extends HeadlineOverview {
  /** The overview's sentence, in English. */
  summary: string
  /** The names of the plugins that are paused. */
  paused: string[]
}

export async function readReport(environment: Environment, nowMs: number): Promise<StatusReport> {
  const dir = serviceDir(environment.base)
  const beatS = readHeartbeat(dir.heartbeatFile)
  const pid = readPid(dir.pidFile)
  const bridge = readStatus(dir.statusFile) ?? null
  const granted = setupNote(dir.setupFile).granted()
  // A bridge that has just ended still has a young heartbeat.
  const bridgeAlive = isAlive(beatS, nowMs) && pid !== undefined
  const journal = journalOf(dir, bridgeAlive)
  return {
    base_directory: dir.base,
    bridge_alive: bridgeAlive,
    last_heartbeat: beatS ?? null,
    pid: pid ?? null,
    program_trouble: troubleOf(dir, granted, bridge?.program ?? granted?.program ?? ''),
    bridge,
    web: await webOf(dir),
    agents: await agentReports(environment, dir),
    hub: hubOf(dir),
    identity: await identityOf(environment, granted),
    helper: await helperOf(environment, dir),
    has_password: hasPassword(dir),
    journal,
    bluebubbles: blueBubblesOf(dir),
    relay: bridgeAlive && bridge?.state === 'polling' ? relayOf(dir, journal, bridge) : null,
    alerts: alertsOf(dir, { journal, lastHeartbeatS: beatS, isBridgeAlive: bridgeAlive, nowMs }),
  }
}

async function identityOf(environment: Environment, granted: Grant | null): Promise<StatusReport['identity']> {
  const agents = launchdIfHere(environment)
  if (agents === undefined) return null
  const mac = { macos: async () => null, agents, identity: installedIdentity(environment) }
  const [check] = await identityCheck({ mac, setup: { granted: () => granted } })
  if (check === undefined) return null
  const { state, finding, message, program } = check
  return { state, finding, message, program }
}

const helperWithinMs = 2_000

async function helperOf({ home }: Environment, dir: ServiceDir): Promise<HelperReport | null> {
  const config = configOf(dir)
  if (config === undefined) return null
  const nothing = { placed: () => [], conversation: () => undefined }
  const timings = { statusWithin: helperWithinMs }
  return new SetHelper({ home, history: nothing, compat: () => config.compat, nowMs: Date.now, timings }).report()
}

const troubleOf = (dir: ServiceDir, granted: Grant | null, program: string): string | null =>
  grantTrouble(granted, program, requirementOfThis(dir.programRecordFile, program)) ?? null

/** Describes the relay. Only plugins that are switched on take part in it. */
function relayOf(dir: ServiceDir, journal: JournalSummary | null, { people }: BridgeStatus): RelayReport | null {
  const config = configOf(dir)
  if (journal === null || config === undefined) return null
  const { relay, whitelist } = config
  const allPaused = pausedPlugins(dir.pausedDir).all()
  const plugins = journal.integrations
    .filter(({ tier, status }) => tier !== 'core' && status !== 'off')
    .map((plugin) => asDestination(plugin, allPaused.has(plugin.name)))
  const overview = {
    people: people ?? whitelist.handles.length,
    groups: whitelist.groups.length,
    scope: relay.scope,
    delivered_today: plugins.reduce((sum, { delivered_today: count }) => sum + count, 0),
    last_delivered_at:
      plugins
        .flatMap(({ last_delivered_at: at }) => at ?? [])
        .toSorted()
        .at(-1) ?? null,
    plugins,
  }
  const paused = plugins.filter(({ state }) => state === 'paused').map(({ name }) => name)
  return { summary: formatRelay(overview), paused, ...overview }
}

const asDestination = ({ name, display_name, queued, retrying, ...plugin }: IntegrationSummary, paused: boolean) => ({
  name,
  display_name,
  queued,
  retrying,
  delivered_today: plugin.delivered_today,
  last_delivered_at: plugin.last_delivered_at,
  failing_since: plugin.failing_since,
  next_attempt_at: plugin.next_attempt_at,
  last_error: plugin.last_error,
  state: destinationState({
    enabled: true,
    paused,
    waiting_for: plugin.waiting_for,
    status: plugin.status as PluginStatus,
    isFailing: plugin.failing_since !== null,
  }),
})

type AlertSigns = Pick<Present, 'lastHeartbeatS' | 'isBridgeAlive' | 'nowMs'> & { journal: JournalSummary | null }

function alertsOf(
  dir: ServiceDir,
  { journal, ...signs }: AlertSigns,
  change: (noted: RaisedAlert[]) => RaisedAlert[] = (noted) => noted,
): Alert[] {
  const plugins = (journal?.integrations ?? []).map(({ name, status, pending, ...manifest }) => ({
    name,
    enabled: status !== 'off',
    queued: pending,
    manifest,
  }))
  const raised = change(raisedAlerts(dir.alertsFile).read().raised)
  const webhooks = raised.some(({ webhook }) => webhook !== null) ? (blueBubblesOf(dir)?.webhooks ?? []) : []
  return presentAlerts({ ...signs, plugins, webhooks, raised })
}

/** The alerts of a bridge, by its files alone. */
export const currentAlerts = (environment: Environment, nowMs: number): Alert[] => alertsWith(environment, nowMs)

/** The same of a hub, after `change` has looked at what the files say: whether a relay works is known to PostgreSQL. */
export function alertsWith(
  { base }: Environment,
  nowMs: number,
  change?: (noted: RaisedAlert[]) => RaisedAlert[],
): Alert[] {
  const dir = serviceDir(base)
  const lastHeartbeatS = readHeartbeat(dir.heartbeatFile)
  const isBridgeAlive = isAlive(lastHeartbeatS, nowMs) && readPid(dir.pidFile) !== undefined
  const beat = change === undefined ? lastHeartbeatS : undefined
  const signs = { journal: journalOf(dir, isBridgeAlive), lastHeartbeatS: beat, isBridgeAlive, nowMs }
  return alertsOf(dir, signs, change)
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

async function agentReports(environment: Environment, dir: ServiceDir): Promise<AgentReport[]> {
  const launchd = launchdIfHere(environment)
  const stateOf = async (process: AgentName): Promise<AgentState> =>
    (await launchd?.stateOf(names.launchAgents[process])) ?? { is: 'unknown', pid: null }
  return Promise.all(
    agentsOf(dir).map(async (process) => {
      const { is, pid } = await stateOf(process)
      return { process, state: is, pid }
    }),
  )
}

function hubOf(dir: ServiceDir): StatusReport['hub'] {
  if (!hasJoined(dir)) return null
  const { hub: url, mac } = readIdentity(dir)
  const status = readUplinkStatus(dir)
  return { url, mac, state: status?.state ?? null, trouble: status?.trouble ?? null }
}

function blueBubblesOf(dir: ServiceDir): BlueBubblesState | null {
  if (configOf(dir)?.compat.bluebubbles.enabled !== true) return null
  return readBlueBubbles(dir)
}

function hasPassword(dir: ServiceDir): boolean | null {
  const config = configOf(dir)
  return config === undefined ? null : config.auth.password_hash !== null
}

/** Undefined where config.json cannot be used. */
const configOf = (dir: ServiceDir): Config | undefined => unlessFailed(() => loadConfig(dir).config)

/** The process id may belong to another program by now, and so may the port on which the web process listened. */
export async function webOf(dir: ServiceDir): Promise<StatusReport['web']> {
  const pid = readPid(dir.webPidFile) ?? null
  if (pid === null) return { pid, url: null, trouble: null }
  try {
    return { pid, url: ownUrl(await provenAddress(dir, 'terminal')), trouble: null }
  } catch (error) {
    if (error instanceof ClientError) return { pid, url: null, trouble: error.message }
    throw error
  }
}
