/** Searches the messages of all lines, newest first: month by month, until the page is full. */
import type { PlacedMessage } from '../../contract/placed-message.ts'
import type { SearchPage } from '../../contract/search.ts'
import { placedInAnswer } from '../../domain/placed-in-answer.ts'
import { isAboutContent, needlesOf, queryOf, textsOf } from '../../domain/search/asked.ts'
import { wordOfFacet } from '../../domain/search/facets.ts'
import { type Candidate, finderAmong } from '../../domain/search/names.ts'
import type { Choice, Needle, Query, Term } from '../../domain/search/query.ts'
import { snippetOf } from '../../domain/search/snippet.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { candidatesFor } from './candidates.ts'
import type { Sql } from './database.ts'
import { placedMessages } from './history.ts'
import { everyMessage, type HubView, wordsIn } from './view.ts'
import { contactWord, conversationWord, quoted } from './words.ts'

export interface SearchAsked {
  q: string
  limit: number
  cursor?: string | undefined
}

interface Found {
  rowid: number
  sent_ms: number
}

/** The part of the hub that is searched, and the form in which its people and messages appear. */
export interface Searched {
  view: HubView
  /** Returns the candidates for names as the caller sees them; undefined if their real names are searched. */
  candidates?: ((kind: 'from' | 'in') => Promise<Candidate[]>) | undefined
  /** Returns messages as they are shown; `onlyWhole` leaves out those with hidden content. */
  placed(rowids: readonly number[], onlyWhole: boolean): Promise<readonly PlacedMessage[]>
  /** The number of newest messages that are compared one by one. */
  mostCompared?: number
}

export async function search(
  sql: Sql,
  { q, limit, cursor }: SearchAsked,
  nowMs: number,
  searched: Searched = searchedWhole(sql),
): Promise<SearchPage> {
  const query = queryOf(q, nowMs)
  const before = cursor === undefined ? undefined : placeOf(cursor)
  const expression = await expressionOf(sql, query, searched)
  // One more than asked for tells whether there is another page; nothing else may reveal what was left out.
  const found =
    expression === undefined ? [] : await collect(sql, { query, expression, before, limit: limit + 1 }, searched)
  const last = found.length > limit ? found[limit - 1] : undefined
  const needles = needlesOf(query)
  return {
    results: found.slice(0, limit).map(({ placed }) => ({ ...placed, ...snippetOf(textsOf(placed.message), needles) })),
    cursor: last === undefined ? null : cursorOf(last.at),
    complete: true,
  }
}

export const searchedWhole = (sql: Sql): Searched => ({
  view: everyMessage,
  placed: (rowids) => placedMessages(sql, { rowids }, everyMessage),
})

interface Collected {
  at: Found
  placed: PlacedMessage
}

/** The most times that further messages are read in place of those that are not shown. */
const mostRounds = 200

async function collect(sql: Sql, asked: Search, searched: Searched): Promise<Collected[]> {
  const onlyWhole = asked.query.all.some((choices) => choices.some(({ term }) => isAboutContent(term)))
  const collected: Collected[] = []
  let before = asked.before
  for (let round = 0; round < mostRounds && collected.length < asked.limit; round++) {
    const wanted = asked.limit - collected.length
    const found = await find(sql, { ...asked, before, limit: wanted }, searched)
    const all =
      found.length === 0
        ? []
        : await searched.placed(
            found.map(({ rowid }) => rowid),
            onlyWhole,
          )
    const shown = new Map(all.map((one) => [one.message.rowid, one]))
    for (const at of found) {
      const one = shown.get(at.rowid)
      if (one !== undefined) collected.push({ at, placed: placedInAnswer(one) })
    }
    before = found.at(-1)
    if (found.length < wanted) break
  }
  return collected
}

/** Returns undefined if nothing can be found, and an empty text if the query has only dates. */
async function expressionOf(
  sql: Sql,
  { all, sinceMs, beforeMs }: Query,
  searched: Searched,
): Promise<string | undefined> {
  if (all.length === 0 && !Number.isFinite(sinceMs) && !Number.isFinite(beforeMs)) return undefined
  const within = wordsIn(searched.view)
  if (within === undefined) return undefined
  const named = await namesFor(sql, all.flat(), searched)
  const asked = all.map((choices) => anyOf(choices.map(({ term, not }) => negated(termOf(term, named), not))))
  return [...asked, ...within].join(' & ')
}

const anyOf = (expressions: readonly string[]): string => `(${expressions.join(' | ')})`
const negated = (expression: string, not: boolean): string => (not ? `!(${expression})` : expression)

/** A word that is in no message. */
const nothing = quoted('\u{e000}')

type Words = (term: Extract<Term, { value: string }>) => readonly string[]

function termOf(term: Term, named: Words): string {
  if (term.kind === 'words') return sequence(term.needle)
  if (term.kind === 'facet') return quoted(wordOfFacet(term.facet))
  if (term.kind === 'from' && term.value.toLowerCase() === 'me') return quoted(wordOfFacet('sent'))
  const words = named(term)
  return words.length === 0 ? nothing : anyOf(words.map(quoted))
}

const sequence = ({ words, prefix }: Needle): string =>
  `(${words.map((word, n) => `${quoted(word)}${prefix && n === words.length - 1 ? ':*' : ''}`).join(' <-> ')})`

/** Finds the people and conversations that a query names. */
async function namesFor(sql: Sql, choices: readonly Choice[], { view, candidates }: Searched): Promise<Words> {
  const finder = async (kind: 'from' | 'in') => {
    const values = choices.flatMap(({ term }) => (term.kind === kind ? [term.value] : []))
    if (values.length === 0) return finderAmong([])
    return finderAmong(await (candidates?.(kind) ?? candidatesFor(sql, kind, view, values)))
  }
  const [from, within] = [await finder('from'), await finder('in')]
  return ({ kind, value }) => (kind === 'from' ? from(value).map(contactWord) : within(value).map(conversationWord))
}

interface Search {
  query: Query
  expression: string
  before: Found | undefined
  limit: number
}

const usuallyCompared = 2_000

/**
 * Finds matches in two ways. Common words are found by comparing the newest messages one by one, which stops as soon as
 * the page is full. Rare ones are found by the index of words, which returns all of a stretch at once. PostgreSQL
 * cannot know how often words occur together, and would compare millions of messages with words that never do.
 */
async function find(
  sql: Sql,
  { query, expression, before, limit }: Search,
  { view, mostCompared = usuallyCompared }: Searched,
): Promise<Found[]> {
  const found: Found[] = []
  const since = Math.max(query.sinceMs, view.sinceMs ?? -earliest, -earliest)
  let end = before ?? { sent_ms: earliest, rowid: 0 }
  let isRare = false
  for (const [from, to] of await stretches(sql)) {
    const within = (): Within => ({
      from: Math.max(from, since),
      until: Math.min(to, query.beforeMs, end.sent_ms + 1),
      end,
      expression,
      limit: limit - found.length,
      mostCompared,
    })
    const { from: first, until } = within()
    if (first >= until) continue
    if (!isRare) {
      found.push(...(await compared(sql, within())))
      const last = found.length < limit ? await lastCompared(sql, within()) : undefined
      isRare = last !== undefined
      end = last ?? end
    }
    if (isRare && found.length < limit) found.push(...(await indexed(sql, within())))
    if (found.length >= limit) break
  }
  return found
}

interface Within {
  from: number
  until: number
  /** The position at which the previous page ended. */
  end: Found
  expression: string
  limit: number
  mostCompared: number
}

const condition = ({ from, until }: Within): string =>
  `sent_ms >= ${from} AND sent_ms < ${until} AND (sent_ms, rowid) < ($1::bigint, $2::bigint)`
const fits = ({ expression }: Within): string => (expression === '' ? '$3::text IS NOT NULL' : 'words @@ $3::tsquery')
const newestFirst = 'ORDER BY sent_ms DESC, rowid DESC'

const compared = (sql: Sql, within: Within): Promise<Found[]> =>
  sql.query<Found & Record<string, unknown>>(
    `SELECT rowid, sent_ms FROM (SELECT rowid, sent_ms, words FROM said WHERE ${condition(within)} ${newestFirst}
        LIMIT ${within.mostCompared}) AS newest
      WHERE ${fits(within)} ${newestFirst} LIMIT $4`,
    [within.end.sent_ms, within.end.rowid, within.expression, within.limit],
  )

/** Returns undefined if the stretch has no further messages than those that were compared. */
async function lastCompared(sql: Sql, within: Within): Promise<Found | undefined> {
  const [last] = await sql.query<Found & Record<string, unknown>>(
    `SELECT rowid, sent_ms FROM said WHERE ${condition(within)} ${newestFirst} LIMIT 1 OFFSET ${within.mostCompared - 1}`,
    [within.end.sent_ms, within.end.rowid],
  )
  return last
}

/** Sorts matches only afterwards: with the order in the query PostgreSQL would compare one by one again. */
const indexed = (sql: Sql, within: Within): Promise<Found[]> =>
  sql.query<Found & Record<string, unknown>>(
    `WITH found AS MATERIALIZED (SELECT rowid, sent_ms FROM said WHERE ${condition(within)} AND ${fits(within)})
      SELECT rowid, sent_ms FROM found ${newestFirst} LIMIT $4`,
    [within.end.sent_ms, within.end.rowid, within.expression, within.limit],
  )

/** The date of JavaScript that is farthest from 1970, in milliseconds. */
const earliest = 8_640_000_000_000_000

/** Returns the times that the tables of words cover, newest first, in stretches that grow towards the past. */
async function stretches(sql: Sql): Promise<[number, number][]> {
  const months = await sql.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
      WHERE relname ~ '^said_\\d{4}_\\d\\d$' AND pg_table_is_visible(oid) ORDER BY relname DESC`,
  )
  const known = months.map(({ name }): [number, number] => {
    const [year, month] = name.slice(5).split('_').map(Number) as [number, number]
    return [Date.UTC(year, month - 1), Date.UTC(year, month)]
  })
  const [newest, oldest] = [known[0]?.[1] ?? 0, known.at(-1)?.[0] ?? 0]
  return [[newest, earliest], ...grown(known), [-earliest, oldest]]
}

/**
 * Combines as many months as all stretches before had: a rare word then needs few queries, and a common one plans few
 * tables.
 */
function grown(months: readonly [number, number][]): [number, number][] {
  const stretches: [number, number][] = []
  for (let n = 0; n < months.length; ) {
    const [first, last] = [months[n], months[Math.min(months.length, Math.max(1, 2 * n)) - 1]]
    if (first !== undefined && last !== undefined) stretches.push([last[0], first[1]])
    n = Math.max(1, 2 * n)
  }
  return stretches
}

const cursorOf = ({ sent_ms, rowid }: Found): string => `${sent_ms.toString(36)}.${rowid.toString(36)}`

function placeOf(cursor: string): Found {
  const [sent_ms = Number.NaN, rowid = Number.NaN] = /^-?[0-9a-z]{1,11}\.[0-9a-z]{1,11}$/.test(cursor)
    ? cursor.split('.').map((part) => Number.parseInt(part, 36))
    : []
  if (Number.isSafeInteger(sent_ms) && Number.isSafeInteger(rowid)) return { sent_ms, rowid }
  throw new ServiceError('invalid_request', 'The cursor is not one that a search has given.', {
    path: 'cursor',
    reason: 'not a cursor',
  })
}
