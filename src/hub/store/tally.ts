/**
 * Reads how much was written from counts that triggers of PostgreSQL keep with every change of a message, so that no
 * query reads the messages themselves. There are counts for each conversation in each quarter of an hour. Where little
 * is written, these are nearly as many as the messages, so there are also counts for each conversation in four weeks,
 * and for all conversations together in each quarter.
 */
import { handleLookupKey, sameHandle } from '../../domain/handles.ts'
import type { UtcOffsets } from '../../domain/utc-offsets.ts'
import type { Sql } from './database.ts'
import { tallyQuarterMs, tallySpanQuarters } from './schema.ts'
import { conversationIn, type HubView } from './view.ts'

export interface WrittenAt {
  /** Hours from midnight, days from Monday; undefined for messages without a date. */
  at: { hour: number; day: number } | undefined
  sent: number
  received: number
}

export interface WrittenWith {
  handle: string
  count: number
}

interface Asked {
  /** Unix milliseconds, at the beginning of a quarter of an hour; undefined for messages of any time. */
  fromMs: number | undefined
  view: HubView
}

/** Returns the first quarter to count. If a grant begins in the middle of a quarter, it is the next one. */
function firstQuarter({ fromMs, view }: Asked): number {
  const sinceMs = Math.max(fromMs ?? 0, view.sinceMs ?? 0)
  return sinceMs === 0 ? -Number.MAX_SAFE_INTEGER : Math.ceil(sinceMs / tallyQuarterMs)
}

const shownIn = (view: HubView): string => `c.more IS NOT NULL${conversationIn(view, 'c')}`

const isOfAll = ({ lines, only, except }: HubView): boolean =>
  lines === undefined && only === undefined && except.length === 0

/**
 * Selects the counts of a view from the quarter `$1` on. For counts of all conversations, those that no Mac has
 * described are subtracted.
 */
const quartersIn = (view: HubView): string =>
  isOfAll(view)
    ? `SELECT quarter, sent, received FROM tally_all WHERE quarter >= $1
        UNION ALL SELECT t.quarter, -t.sent, -t.received FROM conversation c JOIN tally t ON t.conversation = c.id
          WHERE c.more IS NULL AND t.quarter >= $1`
    : `SELECT t.quarter, t.sent, t.received FROM tally t JOIN conversation c ON c.id = t.conversation
        WHERE ${shownIn(view)} AND t.quarter >= $1`

const [quartersOfDay, daysOfWeek] = [96, 7]
/** 1 January 1970 was a Thursday. */
const firstDay = 3

/** Counts by hours and days of the local time. Dates before 1970 do not count. */
export async function writtenAt(sql: Sql, asked: Asked, { changes, offsets }: UtcOffsets): Promise<WrittenAt[]> {
  const rows = await sql.query<{ quarter: number | null; sent: number; received: number }>(
    `SELECT CASE WHEN t.quarter > 0
          THEN (t.quarter + ($3::int[])[width_bucket(t.quarter, $2::bigint[]) + 1]) % ${quartersOfDay * daysOfWeek} END AS quarter,
        sum(t.sent)::bigint AS sent, sum(t.received)::bigint AS received FROM (${quartersIn(asked.view)}) t GROUP BY 1`,
    [firstQuarter(asked), changes, offsets],
  )
  return rows.map(({ quarter, sent, received }) => ({
    at: quarter === null ? undefined : timeOf(quarter),
    sent,
    received,
  }))
}

const timeOf = (quarter: number): NonNullable<WrittenAt['at']> => ({
  hour: Math.floor((quarter % quartersOfDay) / 4),
  day: (Math.floor(quarter / quartersOfDay) + firstDay) % daysOfWeek,
})

/**
 * Selects the counts of a view from the quarter `$1` on: by quarters until the span `$2` begins, and by spans from
 * there.
 */
function peopleIn(view: HubView): string {
  const among = isOfAll(view) ? '' : ` AND conversation IN (SELECT c.id FROM conversation c WHERE ${shownIn(view)})`
  return `SELECT conversation, writer, sent + received AS count FROM tally
      WHERE quarter >= $1 AND quarter < $2::bigint * ${tallySpanQuarters}${among}
    UNION ALL SELECT conversation, writer, sent + received FROM tally_span WHERE span >= $2${among}`
}

/** The most people that are read: several addresses among them may belong to one person. */
const mostRead = 500

/** Counts by person, most first. All addresses of a person count as one, on whichever line they are known to be. */
export async function writtenWith(sql: Sql, asked: Asked): Promise<WrittenWith[]> {
  const first = firstQuarter(asked)
  const firstSpan = Math.ceil(first / tallySpanQuarters)
  const found = await sql.query<WrittenWith & Record<string, unknown>>(
    `SELECT CASE WHEN c.is_group THEN t.writer ELSE c.handle END AS handle, sum(t.count)::bigint AS count
      FROM (SELECT conversation, writer, sum(count) AS count FROM (${peopleIn(asked.view)}) counted GROUP BY 1, 2) t
        JOIN conversation c ON c.id = t.conversation
      WHERE ${shownIn(asked.view)} AND (NOT c.is_group OR t.writer <> '') GROUP BY 1 HAVING sum(t.count) > 0
      ORDER BY 2 DESC, 1 LIMIT ${mostRead}`,
    [first, firstSpan],
  )
  const known = await sql.query<{ addresses: string[] }>(
    `SELECT DISTINCT found.id, found.addresses FROM unnest($1::text[]) AS asked (key)
      CROSS JOIN LATERAL (SELECT c.id, c.addresses FROM conversation c WHERE c.keys @> ARRAY[asked.key] AND NOT c.is_group
        AND cardinality(c.addresses) > 1 AND ${shownIn(asked.view)} OFFSET 0) AS found`,
    [found.map(({ handle }) => handleLookupKey(handle))],
  )
  const persons = byKey(known)
  const counted: WrittenWith[] = []
  const countedByKey = new Map<string, WrittenWith[]>()
  for (const { handle, count } of found) {
    const isOf = (address: string) => sameHandle(address, handle)
    const person = persons.get(handleLookupKey(handle))?.find(({ addresses }) => addresses.some(isOf))
    const addresses = person?.addresses ?? [handle]
    const before = addresses
      .flatMap((address) => countedByKey.get(handleLookupKey(address)) ?? [])
      .find((one) => addresses.some((address) => sameHandle(address, one.handle)))
    if (before !== undefined) before.count += count
    else {
      const one = { handle, count }
      counted.push(one)
      addUnder(countedByKey, handleLookupKey(handle), one)
    }
  }
  return counted.sort((one, other) => other.count - one.count)
}

/** Indexes people by the keys of their addresses, since comparing every pair would take longer than the queries. */
function byKey<T extends { addresses: readonly string[] }>(all: readonly T[]): Map<string, T[]> {
  const found = new Map<string, T[]>()
  for (const one of all) for (const key of new Set(one.addresses.map(handleLookupKey))) addUnder(found, key, one)
  return found
}

const addUnder = <T>(all: Map<string, T[]>, key: string, one: T): void =>
  void all.set(key, [...(all.get(key) ?? []), one])

/** Returns the names that the lines of a view have for addresses. */
export async function namesOfHandles(
  sql: Sql,
  handles: readonly string[],
  { lines }: Pick<HubView, 'lines'>,
): Promise<Map<string, string>> {
  const rows = await sql.query<{ handle: string; name: string }>(
    `SELECT handle, min(name) AS name FROM contact WHERE key = ANY($1) AND handle = ANY($2) AND ($3::int[] IS NULL OR line = ANY($3))
      AND name <> '' AND name <> handle GROUP BY handle`,
    [handles.map(handleLookupKey), handles, lines ?? null],
  )
  return new Map(rows.map(({ handle, name }) => [handle, name]))
}
