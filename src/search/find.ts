/** Runs one search: from the typed query to a page of messages with the ranges that matched. */
import type { Message } from '../contract/message.ts'
import type { SearchPage, SearchResult } from '../contract/search.ts'
import { isAboutContent, needlesOf, queryOf, textsOf } from '../domain/search/asked.ts'
import { documentAt, everythingBut, type Match, matchOf, type Named, onlyOf } from '../domain/search/match.ts'
import type { Choice, Needle, Query } from '../domain/search/query.ts'
import { snippetOf } from '../domain/search/snippet.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { FoundDocument, Party } from '../store/search-index/reader.ts'

export interface SearchRequest {
  q: string
  limit: number
  cursor?: string
  /** The part of the messages in which is searched. */
  within?: SearchedPart
}

export interface SearchedPart {
  /** Unix milliseconds; null where messages of any time are in it. */
  sinceMs: number | null
  /** The keys of its conversations; undefined where all are in it. */
  keys: ReadonlySet<string> | undefined
  /** The addresses of the people in it; undefined where all are. */
  addresses: readonly string[] | undefined
  /** Resolves a name in the query to addresses and GUIDs; undefined if names mean what they mean to everyone. */
  meant?: ((kind: 'from' | 'in', value: string) => readonly string[]) | undefined
  /** `onlyWhole` leaves out messages of whose content anything is hidden. */
  placed(rowids: readonly number[], onlyWhole: boolean): readonly ShownMessage[]
}

export interface ShownMessage {
  message: Message
  conversation_guid: string
  conversation_name: string
}

export interface SearchDeps {
  nowMs: number
  /** Called only when the query contains a name. */
  named(): Promise<Named>
  /** The parties of the index, for a search in a part. */
  parties(): Promise<readonly Party[]>
  find(match: Match & { limit: number }): Promise<FoundDocument[]>
  /** Returns those of the ROWIDs that are shown to people. */
  placed(rowids: readonly number[]): readonly ShownMessage[]
}

export async function findPage(
  { q, limit, cursor, within }: SearchRequest,
  world: SearchDeps,
): Promise<Omit<SearchPage, 'complete'>> {
  const parsed = queryOf(q, world.nowMs)
  const query = within?.meant === undefined ? parsed : translated(parsed, within.meant)
  if (query === undefined) return { results: [], cursor: null }
  const before = cursor === undefined ? undefined : idOf(cursor)
  const match = matchOf(query, namesPeople(query) ? await world.named() : () => [])
  if (match === undefined) return { results: [], cursor: null }
  const below = Math.min(match.below, before ?? Number.POSITIVE_INFINITY)
  const asked = { match: { ...match, below }, limit, needles: needlesOf(query) }
  if (within === undefined) {
    const { found, cursor: next } = await collect({ ...asked, rounds: mostRounds }, world)
    return { results: found.map(({ result }) => result), cursor: next }
  }
  const narrowed = matchWithin(asked.match, within, within.keys === undefined ? [] : await world.parties())
  if (narrowed === undefined) return { results: [], cursor: null }
  const asksForContent = query.all.some((choices) => choices.some(({ term }) => isAboutContent(term)))
  const placed = (rowids: readonly number[]) => within.placed(rowids, asksForContent)
  // One more than asked for tells whether there is another page: nothing else may tell of what was left out.
  const more = { ...asked, match: narrowed, limit: limit + 1, rounds: mostRoundsWithin }
  const { found } = await collect(more, { ...world, placed })
  const last = found.length > limit ? found[limit - 1] : undefined
  return { results: found.slice(0, limit).map(({ result }) => result), cursor: last ? cursorOf(last.id) : null }
}

/** Undefined where nothing of the part can match. Whichever list of conversations is shorter is named. */
function matchWithin(match: Match, { sinceMs, keys }: SearchedPart, parties: readonly Party[]): Match | undefined {
  const from = sinceMs === null ? match.from : Math.max(match.from, documentAt(sinceMs))
  if (from >= match.below) return undefined
  if (keys === undefined) return { ...match, from }
  const all = parties.filter(({ kind }) => kind === 'conversation')
  const [inside, outside] = [all.filter(({ key }) => keys.has(key)), all.filter(({ key }) => !keys.has(key))]
  if (inside.length === 0) return undefined
  const numbers = (some: readonly Party[]) => some.map(({ number }) => number)
  const expression =
    inside.length <= outside.length
      ? onlyOf(match.expression, numbers(inside))
      : everythingBut(match.expression, numbers(outside))
  return { ...match, from, expression }
}

/** Puts addresses in the place of names. Undefined where nobody who is named can be meant. */
function translated(query: Query, meant: NonNullable<SearchedPart['meant']>): Query | undefined {
  const all: Query['all'] = []
  for (const choices of query.all) {
    const [only, ...others] = choices.map((choice) => meaningsOf(choice, meant))
    // A person excluded under several addresses is excluded under each of them.
    if (only !== undefined && others.length === 0 && choices[0]?.not) all.push(...only.map((one) => [one]))
    else {
      const every = [...(only ?? []), ...others.flat()]
      if (every.length === 0) return undefined
      all.push(every)
    }
  }
  return { ...query, all }
}

function meaningsOf(choice: Choice, meant: NonNullable<SearchedPart['meant']>): Choice[] {
  const { term, not } = choice
  if (term.kind !== 'from' && term.kind !== 'in') return [choice]
  if (term.value.toLowerCase() === 'me') return [choice]
  return meant(term.kind, term.value).map((value) => ({ term: { kind: term.kind, value }, not }))
}

const namesPeople = ({ all }: Query): boolean =>
  all.some((choices) => choices.some(({ term }) => term.kind === 'from' || term.kind === 'in'))

interface Collecting {
  match: Match
  limit: number
  needles: readonly Needle[]
  rounds: number
}

/** Entries that the index still holds and Messages no longer shows are skipped, but only for this many rounds. */
const mostRounds = 10
/** Within a part of the history more rounds are needed, since many matches may be hidden. */
const mostRoundsWithin = 200
const spare = 8

interface Collected {
  found: { id: number; result: SearchResult }[]
  cursor: string | null
}

async function collect({ match, limit, needles, rounds }: Collecting, world: SearchDeps): Promise<Collected> {
  const results: Collected['found'] = []
  let below = match.below
  for (let round = 0; round < rounds; round++) {
    const wanted = limit - results.length + spare
    const found = await world.find({ ...match, below, limit: wanted })
    const shown = new Map(placedOf(found, world).map((placed) => [placed.message.rowid, placed]))
    for (const [n, { id, source }] of found.entries()) {
      const placed = shown.get(source)
      if (placed !== undefined) results.push({ id, result: resultOf(placed, needles) })
      below = id
      if (results.length === limit) {
        const isEnd = n === found.length - 1 && found.length < wanted
        return { found: results, cursor: isEnd ? null : cursorOf(id) }
      }
    }
    if (found.length < wanted) return { found: results, cursor: null }
  }
  return { found: results, cursor: cursorOf(below) }
}

const placedOf = (found: readonly FoundDocument[], world: SearchDeps): readonly ShownMessage[] =>
  found.length === 0 ? [] : world.placed(found.map(({ source }) => source))

function resultOf(
  { message, conversation_guid, conversation_name }: ShownMessage,
  needles: readonly Needle[],
): SearchResult {
  return { message, conversation_guid, conversation_name, ...snippetOf(textsOf(message), needles) }
}

const cursorOf = (id: number): string => id.toString(36)
function idOf(cursor: string): number {
  const id = /^[0-9a-z]{1,11}$/.test(cursor) ? Number.parseInt(cursor, 36) : Number.NaN
  if (Number.isSafeInteger(id)) return id
  throw new ServiceError('invalid_request', 'The cursor is not one that a search has given.', {
    path: 'cursor',
    reason: 'not a cursor',
  })
}
