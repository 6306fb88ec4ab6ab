/**
 * Takes envelopes in: what they say, how far their Macs are read, and how far their stream is, in one transaction. Only this
 * decides what is taken; repeats and gaps do no harm.
 */
import { type Envelope, type LiveEnvelope, lastEvent, type PastEnvelope } from '../../envelope/envelope.ts'
import { noteContacts, noteConversation } from './conversations.ts'
import type { Sql, Transactions } from './database.ts'
import { type FeedMessage, feedOf } from './feed.ts'
import { type MacRow, macsOf } from './macs.ts'
import { noteGone, noteMessages, noteUntold, renewWords } from './messages.ts'
import { noteSends } from './orders.ts'

export interface Arrived {
  mac: string
  /** Undefined where it could not be read. */
  envelope: Envelope | undefined
}

/** The position in a stream. Another `created` is another stream, whose numbers begin anew. */
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
  /** The last that the feed was told before. */
  feed?: Reached | undefined
  nowMs?: number
}

export type Verdict = 'taken' | 'repeat' | 'refused'

export interface TakenIn {
  /** The outcome of each envelope, in their order. */
  verdicts: Verdict[]
  /** The news that are to be told, in their order. */
  told: FeedMessage[]
}

export const takeIn = (
  database: Transactions,
  { read, part, arrived, feed, nowMs = Date.now() }: Batch,
): Promise<TakenIn> =>
  database.transaction(async (sql) => {
    const macs = await macsOf(sql, [...new Set(arrived.map(({ mac }) => mac))], true)
    const taken: { mac: MacRow; envelope: Envelope }[] = []
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
    for (const [name, envelopes] of Map.groupBy(taken, ({ mac }) => mac.name)) {
      const mac = macs.get(name) as MacRow
      await store(
        sql,
        mac,
        envelopes.map(({ envelope }) => envelope),
        nowMs,
      )
    }
    const refused = arrived.filter((_, n) => verdicts[n] === 'refused').map(({ mac }) => mac)
    if (refused.length > 0) await sql.query('UPDATE mac SET refused = refused + 1 WHERE name = ANY($1)', [refused])
    const told: FeedMessage[] = []
    for (const { mac, envelope } of taken) {
      const message = envelope.kind === 'live' ? await feedOf(sql, mac, envelope) : undefined
      if (message !== undefined) told.push(message)
    }
    await noteReached(sql, read, told)
    if (feed !== undefined) await noteReached(sql, feed, null)
    return { verdicts, told }
  })

/** Whether an envelope continues what is known of its Mac. One that leaves a gap is refused whole. */
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

async function store(sql: Sql, mac: MacRow, envelopes: readonly Envelope[], nowMs: number): Promise<void> {
  const { name, line, generation } = mac
  const moved: number[] = []
  for (const { version, conversations } of envelopes)
    for (const said of conversations)
      moved.push(...(await noteConversation(sql, { line, generation, version, ...said })))
  await renewWords(sql, line, moved)
  await noteContacts(
    sql,
    line,
    envelopes.flatMap(({ conversations }) => conversations.map(({ conversation }) => conversation)),
  )
  const messages = envelopes.flatMap(({ version, messages }) =>
    messages.map((message) => ({ ...message, generation, version })),
  )
  await noteMessages(sql, { line, mac: name, messages, isLive: envelopes.some(({ kind }) => kind === 'live') })
  for (const { version, gone } of envelopes.filter((it): it is LiveEnvelope => it.kind === 'live'))
    await noteGone(sql, { line, mac: name, rowids: gone, generation, version })
  const sends = envelopes.flatMap((it) => (it.kind === 'live' ? (it.sends ?? []) : []))
  await noteSends(sql, { mac: name, sends, nowMs })
  const isWhole = envelopes.some((it): it is PastEnvelope => it.kind === 'past' && it.next === null)
  if (isWhole) await noteUntold(sql, line, name, generation)
  await sql.query('UPDATE mac SET mark = $2, past_done = $3, past_before = $4 WHERE name = $1', [
    ...[name, mac.mark, mac.past_done, mac.past_before],
  ])
}

const noteReached = (sql: Sql, { stream, created, position }: Reached, told: readonly FeedMessage[] | null) =>
  sql.query(
    `INSERT INTO reached (stream, created, position, told) VALUES ($1, $2, $3, $4)
      ON CONFLICT (stream) DO UPDATE SET created = excluded.created, position = excluded.position,
        told = excluded.told`,
    [stream, created, position, told && JSON.stringify(told)],
  )

/** Returns the position in a stream; 0 for one that is not the one of before. */
export async function reachedIn(sql: Sql, stream: string, created: string): Promise<number> {
  const [row] = await sql.query<{ position: number }>(
    'SELECT position FROM reached WHERE stream = $1 AND created = $2',
    [stream, created],
  )
  return row?.position ?? 0
}
