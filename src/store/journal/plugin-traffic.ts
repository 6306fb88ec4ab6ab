/**
 * Counts what each plugin was handed: today, in each of the last 24 hours, how long it took, what waits, and since when
 * deliveries fail. What a call costs grows with what waits or has failed, not with the deliveries that are kept: those that
 * were settled are counted as they are written.
 */
import type { DatabaseSync } from 'node:sqlite'
import { hoursUntil, midnight } from '../../domain/statistics-window.ts'
import { type Latency, latencies, quarterMs } from './traffic-history.ts'

/** The times that a count begins at, in Unix milliseconds. */
export interface TrafficClock {
  nowMs: number
  /** Midnight of today, in the time zone of the Mac. */
  dayStartMs: number
}

/** The clock of the Mac, in its time zone. */
export const trafficClock = (nowMs: number): TrafficClock => ({
  nowMs,
  dayStartMs: midnight(nowMs),
})

interface TrafficHour {
  startMs: number
  delivered: number
  /** Deliveries that failed for good. */
  failed: number
}

export interface PluginTraffic {
  deliveredToday: number
  /** Deliveries that failed for good today, and were not tried again since. */
  failedToday: number
  /** Deliveries that were not tried yet. */
  queued: number
  /** Deliveries of which at least one attempt failed, and that are tried again. */
  retrying: number
  lastDeliveredAtMs: number | null
  /** The newest failure that no success has made up for. */
  lastErrorAtMs: number | null
  /** The first of the failures that no success has made up for; null while deliveries succeed. */
  failingSinceMs: number | null
  /** When the first of the retrying deliveries is tried again. */
  nextAttemptAtMs: number | null
  /** The time from the commit of a message to its acknowledgement, over `hours`; null if nothing was delivered. */
  latencyMs: Latency | null
  /** Oldest first; the last is the current hour. */
  hours: TrafficHour[]
}

/** Traffic by plugin; a plugin that the journal keeps no delivery of is left out. */
export type TrafficByPlugin = Map<string, PluginTraffic>

const hourMs = 3_600_000

const sql = {
  settled: `SELECT quarter, integration, outcome, sum(n) AS n FROM delivery_traffic
    WHERE quarter >= ? AND outcome IN ('delivered', 'failed') GROUP BY quarter, integration, outcome`,
  pending: `SELECT integration, attempts > 0 AS is_tried, min(nullif(next_at_ms, 0)) AS next, count(*) AS n
    FROM delivery WHERE state = 'pending' GROUP BY integration, is_tried`,
  retrying: `SELECT d.integration, min(a.ended_at_ms) AS first, max(a.ended_at_ms) AS last
    FROM delivery d JOIN delivery_attempt a ON a.delivery = d.id
    WHERE d.seq IN (SELECT seq FROM delivery WHERE state = 'pending' AND attempts > 0) GROUP BY d.integration`,
  lastDelivered: 'SELECT integration, delivered_at_ms FROM last_delivery',
  dead: `SELECT d.integration, min(d.settled_at_ms) AS first, max(d.settled_at_ms) AS last FROM delivery d
    LEFT JOIN last_delivery l ON l.integration = d.integration
    WHERE d.state = 'dead' AND d.is_test = 0 AND d.settled_at_ms > coalesce(l.delivered_at_ms, -1) GROUP BY d.integration`,
}

export function pluginTraffic(db: DatabaseSync, clock: TrafficClock): TrafficByPlugin {
  const hours = hoursBefore(clock)
  const first = hours[0]?.startMs ?? clock.dayStartMs
  const all: TrafficByPlugin = new Map()
  const of = (name: unknown): PluginTraffic => {
    const known = all.get(String(name)) ?? noTraffic(clock)
    all.set(String(name), known)
    return known
  }

  // An hour that a change of the clocks adds to the day lies before the first hour shown.
  for (const { quarter, integration, outcome, n } of db
    .prepare(sql.settled)
    .all(Math.min(first, clock.dayStartMs) / quarterMs)) {
    const [traffic, startMs, count] = [of(integration), Number(quarter) * quarterMs, Number(n)]
    const hour = Math.min(Math.floor((startMs - first) / hourMs), hours.length - 1)
    const isToday = startMs >= clock.dayStartMs
    const shown = traffic.hours[hour]
    if (outcome === 'delivered') {
      if (isToday) traffic.deliveredToday += count
      if (shown !== undefined) shown.delivered += count
    } else {
      if (isToday) traffic.failedToday += count
      if (shown !== undefined) shown.failed += count
    }
  }
  for (const [name, latency] of latencies(db, first)) of(name).latencyMs = latency

  for (const { integration, is_tried, next, n } of db.prepare(sql.pending).all()) {
    const traffic = of(integration)
    if (is_tried) Object.assign(traffic, { retrying: Number(n), nextAttemptAtMs: next })
    else traffic.queued = Number(n)
  }

  for (const { integration, delivered_at_ms: atMs } of db.prepare(sql.lastDelivered).all())
    of(integration).lastDeliveredAtMs = Number(atMs)
  for (const { integration, first, last } of db.prepare(sql.retrying).all()) fails(of(integration), first, last)
  for (const { integration, first, last } of db.prepare(sql.dead).all()) fails(of(integration), first, last)
  return all
}

/** The traffic of a plugin that has had none. */
export const noTraffic = (clock: TrafficClock): PluginTraffic => ({
  deliveredToday: 0,
  failedToday: 0,
  queued: 0,
  retrying: 0,
  lastDeliveredAtMs: null,
  lastErrorAtMs: null,
  failingSinceMs: null,
  nextAttemptAtMs: null,
  latencyMs: null,
  hours: hoursBefore(clock),
})

const hoursBefore = ({ nowMs, dayStartMs }: TrafficClock): TrafficHour[] =>
  hoursUntil(nowMs, dayStartMs).map((startMs) => ({ startMs, delivered: 0, failed: 0 }))

function fails(traffic: PluginTraffic, first: unknown, last: unknown): void {
  if (typeof first !== 'number' || typeof last !== 'number') return
  traffic.failingSinceMs = Math.min(traffic.failingSinceMs ?? first, first)
  traffic.lastErrorAtMs = Math.max(traffic.lastErrorAtMs ?? last, last)
}

/** Counts anew only when another process has written to the journal, or an hour or day has begun. */
export function trafficReader(): (db: DatabaseSync, clock: TrafficClock) => TrafficByPlugin {
  let known: { db: DatabaseSync; key: string; traffic: TrafficByPlugin } | undefined
  return (db, clock) => {
    const version = db.prepare('PRAGMA data_version').get()?.data_version
    const key = `${version} ${clock.dayStartMs} ${hoursBefore(clock)[0]?.startMs}`
    if (known?.db !== db || known.key !== key) known = { db, key, traffic: pluginTraffic(db, clock) }
    return known.traffic
  }
}
