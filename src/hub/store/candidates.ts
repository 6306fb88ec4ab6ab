/** Finds the people and conversations that a query may name. Which of them it does name is decided as on a Mac. */
import { handleLookupKey } from '../../domain/handles.ts'
import { addressIn, type Candidate, isNamed } from '../../domain/search/names.ts'
import { foldedWords } from '../../domain/search/words.ts'
import type { Sql } from './database.ts'
import { hubGuid, ofHubGuid } from './ids.ts'
import { conversationIn, type HubView } from './view.ts'

type Kind = 'from' | 'in'

/** A condition on the table that the candidates come from, with its values. */
interface Condition {
  where: string
  values: readonly unknown[]
}

/** Returns all candidates. */
export const candidatesIn = (sql: Sql, kind: Kind, view: HubView): Promise<Candidate[]> =>
  read(sql, kind, view, { where: 'true', values: [] })

/**
 * Returns all candidates that these values can mean. Addresses and GUIDs are found by an index; all names are read only
 * for values that are neither.
 */
export async function candidatesFor(
  sql: Sql,
  kind: Kind,
  view: HubView,
  values: readonly string[],
): Promise<Candidate[]> {
  const exact = await read(sql, kind, view, byAddress(kind, values))
  const names = values.filter((value) => !exact.some((candidate) => isNamed(candidate, value)))
  if (names.length === 0) return exact
  const known = new Set(exact.map(({ number }) => number))
  const named = await read(sql, kind, view, byName(kind, names))
  return [...exact, ...named.filter(({ number }) => !known.has(number))]
}

function byAddress(kind: Kind, values: readonly string[]): Condition {
  const addresses = values.map(addressIn)
  const keys = addresses.map(handleLookupKey)
  if (kind === 'from') return { where: '(t.key = ANY($1) OR t.handle = ANY($2))', values: [keys, addresses] }
  const guids = values.flatMap((value) => ofHubGuid(value) ?? [])
  return {
    where: `c.id IN (SELECT id FROM conversation WHERE keys && $1
      UNION SELECT id FROM conversation WHERE is_group AND (handle = ANY($2) OR lower(handle) = ANY($1))
      UNION SELECT conversation FROM conversation_guid
        WHERE (line, guid) IN (SELECT * FROM unnest($3::int[], $4::text[])))`,
    values: [keys, addresses, guids.map(({ line }) => line), guids.map(({ guid }) => guid)],
  }
}

const isPlain = (word: string): boolean => /^[a-z0-9]+$/.test(word)

/**
 * PostgreSQL folds letters outside of ASCII differently from our words, so everyone with such letters in the name is a
 * candidate.
 */
function byName(kind: Kind, values: readonly string[]): Condition {
  const asked = values.map(foldedWords).filter((words) => words.length > 0 && words.every(isPlain))
  const hasAll = (name: string) => asked.map((_, n) => `${name} ILIKE ALL($${n + 1}::text[])`)
  const test = (name: string) => `(${[`octet_length(${name}) > length(${name})`, ...hasAll(name)].join(' OR ')})`
  return {
    where:
      kind === 'from'
        ? test('t.name')
        : `c.id IN (SELECT id FROM (SELECT id, more->>'display_name' AS name FROM conversation OFFSET 0) AS called
            WHERE ${test('name')})`,
    values: asked.map((words) => words.map((word) => `%${word}%`)),
  }
}

const read = (sql: Sql, kind: Kind, view: HubView, condition: Condition): Promise<Candidate[]> =>
  kind === 'from' ? contacts(sql, view, condition) : conversations(sql, view, condition)

/** Returns the contacts of the lines; in a part of the hub, the people of its conversations. */
async function contacts(sql: Sql, view: HubView, { where, values }: Condition): Promise<Candidate[]> {
  const within = conversationIn(view, 'c')
  const rows = await sql.query<{ id: number; handle: string; name: string }>(
    `SELECT t.id, t.handle, t.name FROM contact t WHERE ${where}${
      within === ''
        ? ''
        : ` AND (t.line, t.handle) IN (SELECT c.line, unnest(c.addresses || c.members) FROM conversation c
            WHERE c.more IS NOT NULL${within})`
    }`,
    values,
  )
  return rows.map(({ id, handle, name }) => ({ number: id, name, address: handle, guids: [] }))
}

interface FoundConversation {
  id: number
  line: number
  name: string
  handle: string
  addresses: string[]
  guids: string[]
}

async function conversations(sql: Sql, view: HubView, { where, values }: Condition): Promise<Candidate[]> {
  const rows = await sql.query<FoundConversation & Record<string, unknown>>(
    `SELECT c.id, c.line, c.more->>'display_name' AS name, c.handle, c.addresses, array_agg(g.guid) AS guids
      FROM conversation c JOIN conversation_guid g ON g.conversation = c.id
      WHERE c.more IS NOT NULL AND ${where}${conversationIn(view, 'c')} GROUP BY c.id`,
    values,
  )
  return rows.map(({ id, line, name, handle, addresses, guids }) => ({
    number: id,
    name,
    address: handle,
    otherAddresses: addresses,
    guids: guids.map((guid) => hubGuid(line, guid)),
  }))
}
