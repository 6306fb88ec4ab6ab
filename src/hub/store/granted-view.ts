/**
 * Finds the part of the hub that a grant opens. Which people it covers is decided by `grantedPeople`, as on a Mac; a
 * hub knows those addresses of a person that have a conversation.
 */
import type { Grant } from '../../contract/grant.ts'
import { grantedPeople, groupGuidIn, listedHandles } from '../../domain/grant/people.ts'
import { sinceMs } from '../../domain/grant/since.ts'
import { handleLookupKey, sameHandle } from '../../domain/handles.ts'
import { identifierIn } from '../../domain/history/chat-guid.ts'
import { nobodyKnown } from '../../domain/people/persons.ts'
import type { Sql } from './database.ts'
import { ofHubGuid } from './ids.ts'
import { everyMessage, type HubView } from './view.ts'

type Viewed = Pick<Grant, 'people' | 'since' | 'lines'>
type Listed = Exclude<Grant['people'], 'all'>

export async function grantedView(sql: Sql, { people, since, lines }: Viewed, nowMs: number): Promise<HubView> {
  const view = {
    ...everyMessage,
    sinceMs: sinceMs(since, nowMs),
    lines: lines === undefined ? undefined : await lineIds(sql, lines),
  }
  if (people === 'all') return view
  const concerned = await conversationsConcerned(sql, people)
  const ids = concerned.map(({ id }) => id)
  return 'only' in people ? { ...view, only: ids } : { ...view, except: ids }
}

async function lineIds(sql: Sql, names: readonly string[]): Promise<number[]> {
  const rows = await sql.query<{ id: number }>('SELECT id FROM line WHERE name = ANY($1)', [names])
  return rows.map(({ id }) => id)
}

interface Candidate {
  id: number
  line: number
  handle: string
  is_group: boolean
  addresses: string[]
  members: string[]
}

const candidates = `SELECT id, line, handle, is_group, addresses, members FROM conversation
  WHERE keys && $1 OR (is_group AND handle = ANY($2))`

/** Returns the conversations that a list brings into the view or keeps out of it. */
async function conversationsConcerned(sql: Sql, people: Listed): Promise<Candidate[]> {
  const groups = listOf(people).flatMap((entry) => {
    const guid = groupGuidIn(entry)
    return guid === undefined ? [] : [identifierIn(guid) ?? guid]
  })
  const handles = await handlesByLine(sql, people)
  const keys = new Set([...handles.everywhere, ...[...handles.of.values()].flat()].map(handleLookupKey))
  const found = await sql.query<Candidate>(candidates, [[...keys], groups])
  const granted = new Map(
    [...new Set(found.map(({ line }) => line))].map((line) => [
      line,
      grantedPeople(peopleOf(people, handles, line), nobodyKnown),
    ]),
  )
  const isOnly = 'only' in people
  return found.filter(({ line, is_group, handle, members }) => {
    const on = granted.get(line)
    const exists = is_group ? on?.includesGroup(handle, () => members) : on?.includesPerson(handle)
    return exists === isOnly
  })
}

const listOf = (people: Listed): readonly string[] => ('only' in people ? people.only : people.except)

interface Handles {
  /** The entries of the list as they were written. */
  everywhere: readonly string[]
  /** Further addresses of the same people, by line. */
  of: ReadonlyMap<number, string[]>
}

/** Adds the further addresses of each person: those that share one conversation on a line. */
async function handlesByLine(sql: Sql, people: Listed): Promise<Handles> {
  const everywhere = listedHandles(people)
  const rows = await sql.query<Pick<Candidate, 'line' | 'addresses'>>(
    'SELECT line, addresses FROM conversation WHERE NOT is_group AND keys && $1',
    [everywhere.map(handleLookupKey)],
  )
  const isListed = (address: string) => everywhere.some((one) => sameHandle(one, address))
  const of = new Map<number, string[]>()
  const add = (line: number, handles: readonly string[]) => of.set(line, [...(of.get(line) ?? []), ...handles])
  for (const { line, addresses } of rows) if (addresses.some(isListed)) add(line, addresses)
  if ('except' in people) for (const { line, handle } of await ofTheSameName(sql, everywhere, of)) add(line, [handle])
  return { everywhere, of }
}

/**
 * Adds addresses of people with the same name. An excepted person may be in a group under an address that none of their
 * conversations has, and a hub has no cards of Contacts. So everyone of the same name counts as the same person: hiding
 * too much is better than hiding too little.
 */
function ofTheSameName(
  sql: Sql,
  listed: readonly string[],
  of: Handles['of'],
): Promise<{ line: number; handle: string }[]> {
  const keys = [...new Set([...listed, ...[...of.values()].flat()].map(handleLookupKey))]
  return sql.query(
    `SELECT DISTINCT other.line, other.handle FROM contact one JOIN contact other ON other.line = one.line AND other.name = one.name
      WHERE one.key = ANY($1) AND one.name <> one.handle AND one.name <> ''`,
    [keys],
  )
}

/**
 * Returns a list as it applies to one line, with all addresses of its people, and groups under the names that the Macs
 * of the line use.
 */
function peopleOf(people: Listed, { everywhere, of }: Handles, line: number): Listed {
  const groups = listOf(people).flatMap((entry) => {
    const guid = groupGuidIn(entry)
    if (guid === undefined) return []
    const own = ofHubGuid(guid)
    if (own === undefined) return [entry]
    return own.line === line ? [`group:${own.guid}`] : []
  })
  const list = [...new Set([...everywhere, ...(of.get(line) ?? []), ...groups])]
  return 'only' in people ? { only: list } : { except: list }
}
