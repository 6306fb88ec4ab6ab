/** Reads how the hub of this machine does: what it stands on, who reads its Macs, what relays, and what is wrong. */
import { messageOf } from '../../base/errors.ts'
import type { Alert } from '../../contract/alert.ts'
import type { Config } from '../../contract/config.ts'
import { type HubRelayFacts, hubRelayConditions, isSharedOfHub } from '../../domain/alerts/hub-conditions.ts'
import { alertId, type RaisedAlert } from '../../domain/alerts/raised.ts'
import { OpenedResources } from '../../domain/closing.ts'
import { needsRelay } from '../../domain/plugin-configuration.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { hubKeys } from '../../hub/access/hub-keys.ts'
import { macsIn } from '../../hub/access/hub-macs.ts'
import { certificatesIn } from '../../hub/access/open-hub.ts'
import { type HubStatus, readHubStatus } from '../../hub/services/hub-status.ts'
import { standingAlerts } from '../../hub/store/alerts.ts'
import { openDatabase } from '../../hub/store/database.ts'
import { connectNats } from '../../nats/connect.ts'
import { readStatus } from '../../store/bridge-status.ts'
import { loadConfig } from '../../store/config-in-force.ts'
import { isAlive, readHeartbeat } from '../../store/heartbeat.ts'
import { isHubFolder } from '../../store/hub-folder.ts'
import { readPid } from '../../store/process-lock.ts'
import { serviceDir } from '../../store/service-dir.ts'
import type { Environment } from '../environment.ts'
import { alertsWith, type StatusReport, webOf } from '../status/report.ts'

export interface HubReport {
  base_directory: string
  /** PostgreSQL answers if `trouble` is null. */
  postgres: { trouble: string | null; bytes: number | null }
  nats: { trouble: string | null; version: string | null }
  /** The web process of this folder; other machines may have more. */
  web: StatusReport['web']
  /** The relay of this folder; `works_somewhere` is null while PostgreSQL does not answer. */
  relay: { is_alive: boolean; pid: number | null; trouble: string | null; works_somewhere: boolean | null }
  /** Null while PostgreSQL does not answer, as the Macs and the orders. */
  partitions: { partition: number; is_read: boolean; waiting: { live: number | null; past: number | null } }[] | null
  macs: HubStatus['macs'] | null
  waiting_orders: number | null
  /** The gravest first. */
  alerts: Alert[]
}

/** Throws `settings_missing` where no hub was made. */
export async function readHubReport(environment: Environment, nowMs: number): Promise<HubReport> {
  const { base } = environment
  if (!isHubFolder(base))
    throw new ServiceError('settings_missing', `There is no hub in ${base}.`, { set: ['service hub init'] })
  const dir = serviceDir(base)
  const beatS = readHeartbeat(dir.heartbeatFile)
  const pid = readPid(dir.pidFile) ?? null
  const { config } = loadConfig(dir)
  const inside = await readInside(base, config.hub, nowMs)
  const { status, raised } = inside
  const trouble = readStatus(dir.statusFile)?.reason ?? null
  return {
    base_directory: base,
    postgres: { trouble: inside.postgres, bytes: status?.databaseBytes ?? null },
    nats: inside.nats,
    web: await webOf(dir),
    relay: {
      is_alive: pid !== null && isAlive(beatS, nowMs),
      pid,
      trouble,
      works_somewhere: status?.relay.isAlive ?? null,
    },
    partitions: status?.partitions.map(({ isRead: is_read, ...rest }) => ({ ...rest, is_read })) ?? null,
    macs: status?.macs ?? null,
    waiting_orders: status?.waitingOrders ?? null,
    alerts: alertsWith(environment, nowMs, (noted) =>
      raised === undefined || status === undefined
        ? noted
        : [
            ...raised,
            ...stoppedRelay({ ...status.relay, isWanted: needsRelay(config), reason: trouble }, nowMs),
            ...noted.filter((alert) => !isSharedOfHub(alert) && alert.kind !== 'relay_stopped'),
          ],
    ),
  }
}

/** Each process that answers raises it by itself, and keeps it in its memory. */
const stoppedRelay = (facts: HubRelayFacts, nowMs: number): RaisedAlert[] =>
  hubRelayConditions(facts).map((condition) => {
    const sinceMs = condition.sinceMs ?? nowMs
    return { id: alertId(condition, sinceMs), ...condition, sinceMs }
  })

interface Inside {
  status?: HubStatus
  raised?: readonly RaisedAlert[]
  /** The reason why PostgreSQL does not answer. */
  postgres: string | null
  nats: HubReport['nats']
}

const troubleOf = (error: unknown): string =>
  error instanceof ServiceError ? error.messageFor('terminal') : messageOf(error)

/** Changes nothing: neither tables nor alerts. */
async function readInside(base: string, settings: Config['hub'], nowMs: number): Promise<Inside> {
  const opened = new OpenedResources()
  let found: Pick<Inside, 'nats'> & { connection?: Awaited<ReturnType<typeof connectNats>> }
  try {
    const ca = settings.nats_ca_file === null ? null : certificatesIn(settings.nats_ca_file)
    const credentials = await hubKeys(base).hubCredentials()
    const connection = await connectNats({ servers: [settings.nats_url], ca, credentials, name: 'hub status' })
    opened.use(connection)
    found = { connection, nats: { trouble: null, version: connection.info?.version ?? null } }
  } catch (error) {
    found = { nats: { trouble: troubleOf(error), version: null } }
  }
  const { connection: nats, ...said } = found
  try {
    const sql = opened.use(await openDatabase(settings.postgres_url))
    const macs = { list: () => macsIn(sql, nowMs) }
    const status = await readHubStatus({ sql, nats, macs, nowMs: () => nowMs })
    return { ...said, status, raised: await standingAlerts(sql), postgres: null }
  } catch (error) {
    return { ...said, postgres: troubleOf(error) }
  } finally {
    await opened.close()
  }
}
