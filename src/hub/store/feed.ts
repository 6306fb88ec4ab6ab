/** Describes what happened on the Macs in the hub's own terms, for clients of the hub. */
import { type LiveEnvelope, lastEvent } from '../../envelope/envelope.ts'
import type { Sql } from './database.ts'
import { hubGuid, hubRowid } from './ids.ts'
import type { MacRow } from './macs.ts'

/** The news of one envelope. The same envelope has the same id whenever it is published. */
export interface FeedMessage {
  id: string
  line: number
  events: object[]
}

/**
 * These events are left out: the hub publishes its own orders itself, and other sends concern only those who sent
 * through the Mac.
 */
const ofMacOnly = 'send_updated'

interface LiveOf {
  /** The state of the Mac before the envelope. */
  mac: MacRow
  envelope: LiveEnvelope
}

/** Returns the news of envelopes. Only events after the mark of a Mac are news; an envelope without any is left out. */
export async function feedOf(sql: Sql, taken: readonly LiveOf[]): Promise<FeedMessage[]> {
  const all = taken.map(({ mac, envelope }) => ({
    mac,
    last: lastEvent(envelope),
    news: envelope.events.filter(({ id, type }) => id > mac.mark && type !== ofMacOnly) as CarriedFields[],
  }))
  const numbers = await numbersOf(
    sql,
    all.flatMap(({ mac, news }) =>
      news.flatMap(({ rowid }) => (typeof rowid === 'number' ? [{ line: mac.line, mac: mac.name, rowid }] : [])),
    ),
  )
  return all.flatMap(({ mac: { line, name, generation }, last, news }) => {
    const events = news.map(({ id: _, chat_guid, rowid, ...event }) => ({
      ...event,
      ...(typeof chat_guid === 'string' && { chat_guid: hubGuid(line, chat_guid) }),
      ...(typeof rowid === 'number' && { rowid: numbers.get(keyOf(name, rowid)) ?? hubRowid(line, rowid) }),
    }))
    return events.length === 0 ? [] : [{ id: `${name}.${generation}.${last}`, line, events }]
  })
}

interface CarriedFields {
  id: number
  type: string
  chat_guid?: unknown
  rowid?: unknown
}

interface RowOfMac {
  line: number
  mac: string
  rowid: number
}

const keyOf = (mac: string, rowid: number): string => `${mac} ${rowid}`

async function numbersOf(sql: Sql, rows: readonly RowOfMac[]): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const known = await sql.query<{ mac: string; mac_rowid: number; rowid: number }>(
    `SELECT found.* FROM unnest($1::int[], $2::text[], $3::bigint[]) AS told (line, mac, rowid)
      CROSS JOIN LATERAL (SELECT m.mac, m.mac_rowid, m.rowid FROM message m
        WHERE m.line = told.line AND m.mac_rowid = told.rowid AND m.mac = told.mac OFFSET 0) AS found`,
    [rows.map(({ line }) => line), rows.map(({ mac }) => mac), rows.map(({ rowid }) => rowid)],
  )
  return new Map(known.map(({ mac, mac_rowid, rowid }) => [keyOf(mac, mac_rowid), rowid]))
}

/** Returns the last news of a stream, which may not have arrived. */
export async function lastTold(sql: Sql, stream: string): Promise<FeedMessage[]> {
  const [row] = await sql.query<{ told: FeedMessage[] | null }>('SELECT told FROM reached WHERE stream = $1', [stream])
  return row?.told ?? []
}
