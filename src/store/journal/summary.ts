/** Summarises the state of the relay in numbers, for other processes, while the bridge writes or after it has ended. */
import type { DatabaseSync } from 'node:sqlite'
import { timestamp } from '../../base/timestamp.ts'
import { type PluginWait, pluginWaits } from '../../contract/plugin.ts'
import { openWithoutTrace } from '../owned-database.ts'
import { isSqliteError } from '../sqlite-error.ts'
import { type Counts, deliveryCounts } from './delivery-counts.ts'
import { journalIntegrations } from './integrations.ts'
import { type PluginTraffic, pluginTraffic, type TrafficByPlugin, trafficClock } from './plugin-traffic.ts'

export interface IntegrationSummary extends Counts {
  name: string
  display_name: string
  tier: string
  status: string
  /** The thing for which the plugin waits while its status is `waiting`. */
  waiting_for: PluginWait | null
  next_attempt_at: string | null
  last_error: string | null
  /** Deliveries that were not tried yet, and those that are tried again. */
  queued: number
  retrying: number
  delivered_today: number
  failed_today: number
  last_delivered_at: string | null
  failing_since: string | null
}

export interface JournalSummary {
  integrations: IntegrationSummary[]
  /** Ingested messages that the journal still keeps, by lane. */
  messages: { relayed: number; history: number; skipped: number }
  /** Rows of Messages that are not complete yet. */
  waiting: number
}

const sql = {
  messages: 'SELECT lane, count(*) AS n FROM inbox GROUP BY lane',
  waiting: 'SELECT count(*) AS n FROM waiting',
}

const busyTimeoutMs = 2_000

/**
 * Changes nothing on the disk. Returns null while there is no journal that can be read in this way, for example while
 * one is being created.
 */
export function readJournalSummary(journalFile: string, nowMs = Date.now()): JournalSummary | null {
  const db = openWithoutTrace(journalFile, busyTimeoutMs)
  try {
    return db ? summaryOf(db, nowMs) : null
  } catch (error) {
    if (isSqliteError(error)) return null
    throw error
  } finally {
    db?.close()
  }
}

function summaryOf(db: DatabaseSync, nowMs: number): JournalSummary {
  const traffic = trafficIn(db, nowMs)
  const counts = deliveryCounts(db)()
  const lanes = new Map(
    db
      .prepare(sql.messages)
      .all()
      .map(({ lane, n }) => [String(lane), Number(n)]),
  )
  const lane = (name: string) => lanes.get(name) ?? 0
  return {
    integrations: journalIntegrations(db)
      .list()
      .map(({ name, tier, status, lastError, manifest }) => ({
        name,
        display_name: typeof manifest.display_name === 'string' ? manifest.display_name : name,
        tier,
        status,
        waiting_for: pluginWaits.find((known) => known === manifest.waiting_for) ?? null,
        next_attempt_at: typeof manifest.next_attempt_at === 'string' ? manifest.next_attempt_at : null,
        last_error: lastError,
        ...(counts.get(name) ?? { pending: 0, dead: 0 }),
        ...figuresOf(traffic.get(name)),
      })),
    messages: { relayed: lane('relayed'), history: lane('history'), skipped: lane('skipped') },
    waiting: Number(db.prepare(sql.waiting).get()?.n),
  }
}

const figuresOf = (traffic?: PluginTraffic) => ({
  queued: traffic?.queued ?? 0,
  retrying: traffic?.retrying ?? 0,
  delivered_today: traffic?.deliveredToday ?? 0,
  failed_today: traffic?.failedToday ?? 0,
  last_delivered_at: timestamp(traffic?.lastDeliveredAtMs ?? null),
  failing_since: timestamp(traffic?.failingSinceMs ?? null),
})

/** The journal has not counted it until the bridge of this release has started once. */
function trafficIn(db: DatabaseSync, nowMs: number): TrafficByPlugin {
  try {
    return pluginTraffic(db, trafficClock(nowMs))
  } catch (error) {
    if (isSqliteError(error)) return new Map()
    throw error
  }
}
