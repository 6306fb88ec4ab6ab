/** Runs one search: from the typed query to a page of messages with the ranges that matched. */
import type { Message } from '../contract/message.ts'
import type { SearchPage, SearchResult } from '../contract/search.ts'
import { type Match, matchOf, type Named } from '../domain/search/match.ts'
import { type Needle, parseQuery, type Query } from '../domain/search/query.ts'
import { snippetOf } from '../domain/search/snippet.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { FoundDocument } from '../store/search-index/reader.ts'

export interface SearchRequest {
  q: string
  limit: number
  cursor?: string
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
  find(match: Match & { limit: number }): Promise<FoundDocument[]>
  /** Returns those of the ROWIDs that are shown to people. */
  placed(rowids: readonly number[]): readonly ShownMessage[]
}

export async function findPage(
  { q, limit, cursor }: SearchRequest,
  world: SearchDeps,
): Promise<Omit<SearchPage, 'complete'>> {
  const query = queryOf(q, world.nowMs)
  const before = cursor === undefined ? undefined : idOf(cursor)
  const match = matchOf(query, namesPeople(query) ? await world.named() : () => [])
  if (match === undefined) return { results: [], cursor: null }
  const below = Math.min(match.below, before ?? Number.POSITIVE_INFINITY)
  return collect({ match: { ...match, below }, limit, needles: needlesOf(query) }, world)
}

function queryOf(q: string, nowMs: number): Query {
  const parsed = parseQuery(q, nowMs)
  if (parsed.ok) return parsed.query
  const { column, reason } = parsed.fault
  throw new ServiceError('invalid_request', `The search is not understood at column ${column}: ${reason}`, {
    path: 'q',
    column,
    reason,
  })
}

const namesPeople = ({ all }: Query): boolean =>
  all.some((choices) => choices.some(({ term }) => term.kind === 'from' || term.kind === 'in'))

/** Returns the words that must be in the text, without those that must not. */
const needlesOf = ({ all }: Query): Needle[] =>
  all.flatMap((choices) => choices.flatMap(({ term, not }) => (term.kind === 'words' && !not ? [term.needle] : [])))

interface Collecting {
  match: Match
  limit: number
  needles: readonly Needle[]
}

/** Entries that the index still holds and Messages no longer shows are skipped, but only for this many rounds. */
const mostRounds = 10
const spare = 8

async function collect(
  { match, limit, needles }: Collecting,
  world: SearchDeps,
): Promise<Omit<SearchPage, 'complete'>> {
  const results: SearchResult[] = []
  let below = match.below
  for (let round = 0; round < mostRounds; round++) {
    const wanted = limit - results.length + spare
    const found = await world.find({ ...match, below, limit: wanted })
    const shown = new Map(placedOf(found, world).map((placed) => [placed.message.rowid, placed]))
    for (const [n, { id, source }] of found.entries()) {
      const placed = shown.get(source)
      if (placed !== undefined) results.push(resultOf(placed, needles))
      below = id
      if (results.length === limit) {
        const isEnd = n === found.length - 1 && found.length < wanted
        return { results, cursor: isEnd ? null : cursorOf(id) }
      }
    }
    if (found.length < wanted) return { results, cursor: null }
  }
  return { results, cursor: cursorOf(below) }
}

const placedOf = (found: readonly FoundDocument[], world: SearchDeps): readonly ShownMessage[] =>
  found.length === 0 ? [] : world.placed(found.map(({ source }) => source))

function resultOf(
  { message, conversation_guid, conversation_name }: ShownMessage,
  needles: readonly Needle[],
): SearchResult {
  return { message, conversation_guid, conversation_name, ...snippetOf(textsOf(message), needles) }
}

function textsOf({ text, subject, link_preview, attachments, edits }: Message): string[] {
  const texts = [
    ...[text, subject, link_preview?.title, link_preview?.site_name, link_preview?.url],
    ...attachments.flatMap(({ filename, transcript }) => [transcript, filename]),
    ...edits.map((edit) => edit.text),
  ]
  return texts.filter((it) => typeof it === 'string')
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
