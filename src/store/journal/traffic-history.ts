/**
 * Counts what came in and was delivered over days and years. The journal counts it as it is written, for each quarter of
 * an hour, so that no delivery has to be kept or read for it.
 */
import type { DatabaseSync } from 'node:sqlite'

/** The hours and days of every time zone are made of these. */
export const quarterMs = 900_000

/** The time from the commit of a message to its acknowledgement. */
export interface Latency {
  p50: number
  p95: number
}

export type DeliveryOutcome = 'delivered' | 'failed' | 'filter' | 'skipped'

export interface TrafficHistory {
  /** The time since which traffic is counted; null if there was none. */
  countedSinceMs: number | null
  /** Counts by outcome: `relayed`, `out_of_scope`, … */
  messages: { startMs: number; outcome: string; count: number }[]
  deliveries: { startMs: number; plugin: string; outcome: DeliveryOutcome; count: number }[]
  /** Messages that were relayed, by the key of their conversation. */
  conversations: { conversation: string; count: number }[]
  /** Keyed by plugin; one to which nothing was delivered is left out. */
  latency: ReadonlyMap<string, Latency>
  /** Over all plugins; null where nothing was delivered. */
  latencyOfAll: Latency | null
}

export const noHistory: TrafficHistory = {
  countedSinceMs: null,
  messages: [],
  deliveries: [],
  conversations: [],
  latency: new Map(),
  latencyOfAll: null,
}

const sql = {
  since: `SELECT min(quarter) AS quarter FROM (
    SELECT min(quarter) AS quarter FROM message_traffic UNION ALL SELECT min(quarter) FROM delivery_traffic)`,
  messages: 'SELECT quarter, outcome, sum(n) AS n FROM message_traffic WHERE quarter >= ? GROUP BY quarter, outcome',
  deliveries: `SELECT quarter, integration, outcome, sum(n) AS n FROM delivery_traffic WHERE quarter >= ?
    GROUP BY quarter, integration, outcome`,
  conversations: `SELECT conversation, sum(n) AS n FROM message_traffic
    WHERE quarter >= ? AND outcome = 'relayed' AND conversation <> '' GROUP BY conversation`,
  latency: `SELECT integration, took_ms, sum(n) AS n FROM delivery_traffic
    WHERE quarter >= ? AND outcome = 'delivered' GROUP BY integration, took_ms ORDER BY took_ms`,
}

/** `fromMs` is the beginning of an hour or day. */
export function trafficSince(db: DatabaseSync, fromMs: number): TrafficHistory {
  const from = fromMs / quarterMs
  const countedSince = db.prepare(sql.since).get()?.quarter
  const times = timesSince(db, fromMs)
  return {
    countedSinceMs: typeof countedSince === 'number' ? countedSince * quarterMs : null,
    messages: db
      .prepare(sql.messages)
      .all(from)
      .map((row) => ({ startMs: startOf(row), outcome: String(row.outcome), count: Number(row.n) })),
    deliveries: db
      .prepare(sql.deliveries)
      .all(from)
      .map((row) => ({
        startMs: startOf(row),
        plugin: String(row.integration),
        count: Number(row.n),
        outcome: row.outcome as DeliveryOutcome,
      })),
    conversations: db
      .prepare(sql.conversations)
      .all(from)
      .map(({ conversation, n }) => ({ conversation: String(conversation), count: Number(n) })),
    latency: byPlugin(times),
    latencyOfAll: percentilesOf(times.map(({ ms, count }) => [ms, count])),
  }
}

/** Returns the durations of deliveries since `fromMs`, by plugin. */
export const latencies = (db: DatabaseSync, fromMs: number): Map<string, Latency> => byPlugin(timesSince(db, fromMs))

const startOf = ({ quarter }: Record<string, unknown>): number => Number(quarter) * quarterMs

interface Time {
  plugin: string
  ms: number
  count: number
}

/** The shortest first. */
const timesSince = (db: DatabaseSync, fromMs: number): Time[] =>
  db
    .prepare(sql.latency)
    .all(fromMs / quarterMs)
    .map(({ integration, took_ms, n }) => ({ plugin: String(integration), ms: Number(took_ms), count: Number(n) }))

function byPlugin(times: readonly Time[]): Map<string, Latency> {
  const found = new Map<string, Latency>()
  for (const [plugin, own] of Map.groupBy(times, (time) => time.plugin)) {
    const latency = percentilesOf(own.map(({ ms, count }) => [ms, count]))
    if (latency !== null) found.set(plugin, latency)
  }
  return found
}

/** Takes times with the number of deliveries that took so long, shortest first. */
export function percentilesOf(times: readonly (readonly [ms: number, count: number])[]): Latency | null {
  const total = times.reduce((sum, [, count]) => sum + count, 0)
  if (total === 0) return null
  const at = (share: number): number => {
    let left = Math.max(1, Math.ceil(total * share))
    for (const [ms, count] of times) {
      left -= count
      if (left <= 0) return ms
    }
    return times.at(-1)?.[0] ?? 0
  }
  return { p50: at(0.5), p95: at(0.95) }
}
