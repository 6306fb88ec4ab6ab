/**
 * Keeps the alerts about the Macs of a hub. Every process that shows alerts reviews them by the facts in PostgreSQL;
 * each alert begins and ends once, whichever process notices first.
 */

import type { Condition } from '../../domain/alerts/conditions.ts'
import { type HubFacts, hubConditions } from '../../domain/alerts/hub-conditions.ts'
import { type AlertChange, nextAlerts, type RaisedAlert } from '../../domain/alerts/raised.ts'
import type { Sql, Transactions } from './database.ts'
import { type EnrolledMac, enrolledMacs } from './enrolment.ts'
import { locks } from './locks.ts'
import { readerGoneMs, readersOf, relayAliveMs } from './readers.ts'

type Pending = AlertChange['pending']

export interface ReviewOptions {
  /** The value of the setting `alerts.mac_silent_minutes`. */
  silentMinutes: number
  /** The problems that this process has noticed and not raised yet. */
  pending: Pending
  nowMs: number
}

export interface Review extends AlertChange {
  /** The ids of the Macs that may connect. */
  macs: ReadonlySet<string>
  /** When a relay last reported; null if none ever has. */
  relayAliveMs: number | null
}

/** Raises and clears alerts. Returns those that are raised then, and the problems that are still pending. */
export async function reviewAlerts(database: Transactions, options: ReviewOptions): Promise<Review> {
  const facts = await hubFacts(database, options.nowMs)
  const known = { macs: new Set(facts.macs.map(({ id }) => id)), relayAliveMs: await relayAliveMs(database) }
  const glance = judged(facts, await standingAlerts(database), options)
  if (glance.begun.length + glance.over.length === 0) return { ...glance, ...known }
  return database.transaction(async (sql) => {
    await sql.query('SELECT pg_advisory_xact_lock($1)', [locks.changingAlerts])
    const change = judged(facts, await standingAlerts(sql), options)
    await sql.query('DELETE FROM alert WHERE id = ANY($1)', [change.over.map(({ id }) => id)])
    for (const alert of change.begun)
      await sql.query('INSERT INTO alert (id, alert) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        alert.id,
        JSON.stringify(alert),
      ])
    await tellOfMacs(sql, known.macs, change)
    return { ...change, ...known }
  })
}

function judged(
  facts: HubFacts,
  raised: readonly RaisedAlert[],
  { silentMinutes, pending, nowMs }: ReviewOptions,
): AlertChange {
  const conditions: Condition[] = hubConditions(facts, { silentMinutes, raised, nowMs })
  return nextAlerts({ raised, pending }, conditions, nowMs)
}

/** Returns the raised alerts. */
export async function standingAlerts(sql: Sql): Promise<RaisedAlert[]> {
  const rows = await sql.query<{ alert: RaisedAlert }>('SELECT alert FROM alert ORDER BY id')
  return rows.map(({ alert }) => alert)
}

async function hubFacts(sql: Sql, nowMs: number): Promise<HubFacts> {
  const [macs, readers] = [await enrolledMacs(sql), await readersOf(sql)]
  return {
    macs: macs.flatMap(factsOf),
    readers: readers.map(({ part, since_ms: sinceMs, alive_ms: aliveMs, trouble, trouble_ms: troubleMs }) => ({
      part,
      sinceMs,
      aliveMs,
      isAlive: nowMs - aliveMs < readerGoneMs,
      trouble: trouble === null ? null : { reason: trouble, sinceMs: troubleMs ?? nowMs },
    })),
  }
}

/**
 * Returns the facts about a Mac; none if it has not joined or may no longer connect, since nobody misses such a Mac.
 */
function factsOf(mac: EnrolledMac): HubFacts['macs'] {
  if (mac.joined_ms === null || mac.nkey === null || mac.revoked_ms !== null) return []
  const { name: id, label: name, part, refused } = mac
  return [
    {
      id,
      name,
      part,
      refused,
      seenMs: mac.seen_ms ?? mac.joined_ms,
      copiedMs: mac.cloned_ms,
      awaitedMs: mac.awaited_ms,
      movedMs: mac.moved_ms,
      unpublished:
        mac.unpublished === null ? null : { reason: mac.unpublished, sinceMs: mac.unpublished_ms ?? mac.joined_ms },
    },
  ]
}

/** Tells clients of the hub about Macs that fell silent and Macs that are back. */
async function tellOfMacs(sql: Sql, macs: Review['macs'], { begun, over }: AlertChange): Promise<void> {
  const isThere = ({ mac }: RaisedAlert) => mac !== undefined && macs.has(mac.id)
  const events = [
    ...begun.filter(isOfSilence).map(({ mac, sinceMs }) => ({
      type: 'mac_silent',
      mac: mac?.id,
      name: mac?.name,
      last_seen_at: new Date(sinceMs).toISOString(),
    })),
    // A Mac that was revoked meanwhile does not come back.
    ...over
      .filter((one) => isOfSilence(one) && isThere(one))
      .map(({ mac }) => ({
        type: 'mac_back',
        mac: mac?.id,
        name: mac?.name,
      })),
  ]
  for (const event of events)
    await sql.query('INSERT INTO news (line, event) SELECT line, $2 FROM mac WHERE name = $1', [
      event.mac,
      JSON.stringify(event),
    ])
}

const isOfSilence = ({ kind }: RaisedAlert): boolean => kind === 'mac_silent'
