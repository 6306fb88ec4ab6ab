/**
 * Stores envelopes: their content, the mark of each Mac and the position in the stream, in one transaction. This is the only
 * place that decides which envelopes are stored. Repeated ones are ignored, and those that would leave a gap are refused.
 */
import { type Envelope, lastEvent } from '../../envelope/envelope.ts'
import { type Arrivals, missedArrivals, noteArrivals } from './arrivals.ts'
import { noteContacts, noteConversations } from './conversations.ts'
import type { Sql, Transactions } from './database.ts'
import { type FeedMessage, feedOf } from './feed.ts'
import { locks } from './locks.ts'
import { type MacRow, macsOf } from './macs.ts'
import { type AddedByPage, noteGone, noteMessages, noteUntold, renewWords } from './messages.ts'
import { noteSends } from './orders.ts'

export interface Arrived {
  mac: string
  /** Undefined if it could not be read. */
  envelope: Envelope | undefined
}

/** A position in a stream. A stream that was created again has another `created`, and numbers from the beginning. */
export interface Reached {
  stream: string
  created: string
  position: number
}

export interface Batch {
  /** The end of the batch in its stream. */
  read: Reached
  part: number
  arrived: readonly Arrived[]
  /** The position up to which the feed is written. */
  feed?: Reached | undefined
  nowMs?: number
}

export type Verdict = 'taken' | 'repeat' | 'refused'

export interface TakenIn {
  /** The outcome for each envelope, in their order. */
  verdicts: Verdict[]
  /** The news to publish, in their order. */
  told: FeedMessage[]
}

export const takeIn = (
  database: Transactions,
  { read, part, arrived, feed, nowMs = Date.now() }: Batch,
): Promise<TakenIn> =>
  database.transaction(async (sql) => {
    const macs = await macsOf(sql, [...new Set(arrived.map(({ mac }) => mac))], true)
    const taken: Taken[] = []
    const verdicts = arrived.map(({ mac: name, envelope }) => {
      const mac = macs.get(name)
      if (mac === undefined || mac.part !== part || mac.revoked_ms !== null || envelope === undefined) return 'refused'
      const verdict = verdictOn(mac, envelope)
      if (verdict === 'taken') {
        taken.push({ mac, envelope })
        macs.set(name, advanced(mac, envelope))
      }
      return verdict
    })
    // Readers that follow the numbers of rows wait for the end of this transaction.
    if (taken.length > 0) await sql.query('SELECT pg_advisory_xact_lock_shared($1)', [locks.numberingRows])
    const added = await store(sql, taken, nowMs)
    await noteMarks(
      sql,
      [...new Set(taken.map(({ mac }) => mac.name))].map((name) => macs.get(name) as MacRow),
      nowMs,
    )
    const refused = arrived.filter((_, n) => verdicts[n] === 'refused').map(({ mac }) => mac)
    if (refused.length > 0) await sql.query('UPDATE mac SET refused = refused + 1 WHERE name = ANY($1)', [refused])
    const told = await feedOf(
      sql,
      taken.flatMap(({ mac, envelope }) => (envelope.kind === 'live' ? [{ mac, envelope }] : [])),
    )
    await noteArrivals(sql, part, [...missedAmong(added, macs), ...told], nowMs)
    await noteReached(sql, read, told)
    if (feed !== undefined) await noteReached(sql, feed, null)
    return { verdicts, told }
  })

/** Whether an envelope continues the mark of its Mac. One that would leave a gap is refused as a whole. */
function verdictOn(
  mac: Pick<MacRow, 'generation' | 'session' | 'mark' | 'past_done' | 'past_before'>,
  envelope: Envelope,
): Verdict {
  if (envelope.generation !== mac.generation || envelope.session !== mac.session) return 'refused'
  if (envelope.kind === 'past') return !mac.past_done && envelope.before === mac.past_before ? 'taken' : 'repeat'
  if (envelope.after > mac.mark) return 'refused'
  return lastEvent(envelope) > mac.mark ? 'taken' : 'repeat'
}

const advanced = (mac: MacRow, envelope: Envelope): MacRow =>
  envelope.kind === 'live'
    ? { ...mac, mark: lastEvent(envelope) }
    : { ...mac, past_done: envelope.next === null, past_before: envelope.next }

interface Taken {
  /** The state of the Mac before the envelope. */
  mac: MacRow
  envelope: Envelope
}

/**
 * Stores the content of a whole batch at once, since a query takes about as long for one message as for a hundred. Returns
 * the messages of pages that were unknown before.
 */
async function store(sql: Sql, taken: readonly Taken[], nowMs: number): Promise<AddedByPage[]> {
  const said = taken.flatMap(({ mac: { line, generation }, envelope: { version, conversations } }) =>
    conversations.map((one) => ({ line, generation, version, ...one })),
  )
  await renewWords(sql, await noteConversations(sql, said))
  await noteContacts(
    sql,
    said.flatMap(({ line, conversation }) =>
      conversation.participants
        .filter(({ handle }) => handle !== '')
        .map(({ handle, name }) => ({ line, handle, name })),
    ),
  )
  const added = await noteMessages(
    sql,
    taken.flatMap(({ mac: { name: mac, line, generation }, envelope: { kind, version, messages } }) =>
      messages.map((message) => ({ ...message, line, mac, isLive: kind === 'live', generation, version })),
    ),
  )
  for (const { mac, envelope } of taken) {
    const { name, line, generation } = mac
    if (envelope.kind === 'live') {
      await noteGone(sql, { line, mac: name, rowids: envelope.gone, generation, version: envelope.version })
      await noteSends(sql, { mac: name, sends: envelope.sends ?? [], nowMs })
    } else if (envelope.next === null) await noteUntold(sql, line, name, generation)
  }
  return added
}

/** Finds messages that came while their Mac lost events. They arrive with the old ones, but are news to plugins. */
function missedAmong(added: readonly AddedByPage[], macs: ReadonlyMap<string, MacRow>): Arrivals[] {
  const missed = added.filter(({ mac, sentMs, isFromMe }) => {
    const sinceMs = macs.get(mac)?.missed_since_ms ?? null
    return sinceMs !== null && sentMs > sinceMs && !isFromMe
  })
  return [...Map.groupBy(missed, ({ line }) => line)].map(([line, ofLine]) => missedArrivals(line, ofLine))
}

const noteMarks = (sql: Sql, macs: readonly MacRow[], nowMs: number) =>
  sql.query(
    `UPDATE mac SET mark = read.mark, past_done = read.past_done, past_before = read.past_before, moved_ms = $5
      FROM unnest($1::text[], $2::bigint[], $3::boolean[], $4::bigint[]) AS read (name, mark, past_done, past_before)
      WHERE mac.name = read.name`,
    [
      macs.map(({ name }) => name),
      macs.map(({ mark }) => mark),
      macs.map(({ past_done }) => past_done),
      macs.map(({ past_before }) => past_before),
      nowMs,
    ],
  )

const noteReached = (sql: Sql, { stream, created, position }: Reached, told: readonly FeedMessage[] | null) =>
  sql.query(
    `INSERT INTO reached (stream, created, position, told) VALUES ($1, $2, $3, $4)
      ON CONFLICT (stream) DO UPDATE SET created = excluded.created, position = excluded.position,
        told = excluded.told`,
    [stream, created, position, told && JSON.stringify(told)],
  )

/** Returns the position in a stream, or 0 if the stream was created again. */
export async function reachedIn(sql: Sql, stream: string, created: string): Promise<number> {
  const [row] = await sql.query<{ position: number }>(
    'SELECT position FROM reached WHERE stream = $1 AND created = $2',
    [stream, created],
  )
  return row?.position ?? 0
}
