/** Says in the hub's own terms what happened on its Macs, for whoever follows the hub. */
import { type LiveEnvelope, lastEvent } from '../../envelope/envelope.ts'
import type { Sql } from './database.ts'
import { hubGuid, hubRowid } from './ids.ts'
import type { MacRow } from './macs.ts'

/** The news of one envelope. The same envelope has the same id, whenever it is told. */
export interface FeedMessage {
  id: string
  line: number
  events: object[]
}

/** Those of orders are told as what they are at the hub; the others concern whoever sent by the Mac itself. */
const ofMacOnly = 'send_updated'

/** Only events after the mark are news. Undefined where there are none. */
export async function feedOf(sql: Sql, mac: MacRow, envelope: LiveEnvelope): Promise<FeedMessage | undefined> {
  const news = envelope.events.filter(({ id, type }) => id > mac.mark && type !== ofMacOnly) as CarriedFields[]
  if (news.length === 0) return undefined
  const { line, name, generation } = mac
  const numbers = await numbersOf(
    sql,
    mac,
    news.flatMap(({ rowid }) => (typeof rowid === 'number' ? [rowid] : [])),
  )
  const events = news.map(({ id: _, chat_guid, rowid, ...event }) => ({
    ...event,
    ...(typeof chat_guid === 'string' && { chat_guid: hubGuid(line, chat_guid) }),
    ...(typeof rowid === 'number' && { rowid: numbers.get(rowid) ?? hubRowid(line, rowid) }),
  }))
  return { id: `${name}.${generation}.${lastEvent(envelope)}`, line, events }
}

interface CarriedFields {
  id: number
  type: string
  chat_guid?: unknown
  rowid?: unknown
}

async function numbersOf(sql: Sql, { line, name }: MacRow, rowids: readonly number[]): Promise<Map<number, number>> {
  const rows = await sql.query<{ mac_rowid: number; rowid: number }>(
    'SELECT mac_rowid, rowid FROM message WHERE line = $1 AND mac = $2 AND mac_rowid = ANY($3)',
    [line, name, rowids],
  )
  return new Map(rows.map(({ mac_rowid, rowid }) => [mac_rowid, rowid]))
}

/** The last news of a stream, which may not have arrived. */
export async function lastTold(sql: Sql, stream: string): Promise<FeedMessage[]> {
  const [row] = await sql.query<{ told: FeedMessage[] | null }>('SELECT told FROM reached WHERE stream = $1', [stream])
  return row?.told ?? []
}
