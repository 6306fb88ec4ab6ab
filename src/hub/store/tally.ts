/**
 * Reads how much was written, from counts that triggers of PostgreSQL keep with every change of a message: of each conversation
 * in each quarter of an hour, so that no question reads the messages themselves.
 */
import { handleLookupKey, sameHandle } from '../../domain/handles.ts'
import type { Sql } from './database.ts'
import { tallyQuarterMs } from './schema.ts'
import { conversationIn, type HubView } from './view.ts'

export interface WrittenAt {
  /** From midnight. */
  hour: number
  /** From Monday. */
  day: number
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

/** `$1` is the first quarter. What a grant opens from the middle of one is counted from the next. */
const within = (view: HubView): string =>
  `FROM tally t JOIN conversation c ON c.id = t.conversation
    WHERE c.more IS NOT NULL${conversationIn(view, 'c')} AND t.quarter >= $1`

function firstQuarter({ fromMs, view }: Asked): number {
  const sinceMs = Math.max(fromMs ?? 0, view.sinceMs ?? 0)
  return sinceMs === 0 ? -Number.MAX_SAFE_INTEGER : Math.ceil(sinceMs / tallyQuarterMs)
}

/** Counts by hours and days of a time zone. Dates before 1970 are none. */
export function writtenAt(sql: Sql, timeZone: string, asked: Asked): Promise<WrittenAt[]> {
  const local = `to_timestamp(greatest(quarter, 0) * ${tallyQuarterMs / 1_000}) AT TIME ZONE $2`
  return sql.query<WrittenAt & Record<string, unknown>>(
    `SELECT CASE WHEN quarter > 0 THEN extract(hour FROM ${local})::int ELSE -1 END AS hour,
        extract(isodow FROM ${local})::int - 1 AS day, sum(sent)::bigint AS sent, sum(received)::bigint AS received
      FROM (SELECT t.quarter, sum(t.sent) AS sent, sum(t.received) AS received ${within(asked.view)} GROUP BY t.quarter) counted
      GROUP BY 1, 2`,
    [firstQuarter(asked), timeZone],
  )
}

/** Further addresses of the same people may be among them. */
const mostRead = 500

/** Counts by person, most first. The addresses of a person are one, whose line soever knows them to be. */
export async function writtenWith(sql: Sql, asked: Asked): Promise<WrittenWith[]> {
  const found = await sql.query<WrittenWith & Record<string, unknown>>(
    `SELECT CASE WHEN c.is_group THEN t.writer ELSE c.handle END AS handle, sum(t.sent + t.received)::bigint AS count
      ${within(asked.view)} AND (NOT c.is_group OR t.writer <> '') GROUP BY 1 HAVING sum(t.sent + t.received) > 0
      ORDER BY 2 DESC, 1 LIMIT ${mostRead}`,
    [firstQuarter(asked)],
  )
  const persons = await sql.query<{ addresses: string[] }>(
    `SELECT c.addresses FROM conversation c WHERE NOT c.is_group AND c.keys && $1 AND cardinality(c.addresses) > 1
      AND c.more IS NOT NULL${conversationIn(asked.view, 'c')}`,
    [found.map(({ handle }) => handleLookupKey(handle))],
  )
  const ofOne = (handle: string) =>
    persons.find(({ addresses }) => addresses.some((one) => sameHandle(one, handle)))?.addresses ?? [handle]
  const counted: WrittenWith[] = []
  for (const { handle, count } of found) {
    const addresses = ofOne(handle)
    const known = counted.find((one) => addresses.some((address) => sameHandle(address, one.handle)))
    if (known === undefined) counted.push({ handle, count })
    else known.count += count
  }
  return counted.sort((one, other) => other.count - one.count)
}

/** The names that the lines of a view have for addresses. */
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
