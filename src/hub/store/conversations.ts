/** Keeps conversations as their Macs show them, each once, however many GUIDs a Mac has for it. */
import type { Conversation } from '../../contract/conversation.ts'
import { handleLookupKey } from '../../domain/handles.ts'
import type { Sql } from './database.ts'
import { hubGuid } from './ids.ts'
import { copyMarks, joinMarks } from './marks.ts'
import { type PackedMessage, wholeConversation } from './packed-message.ts'

export interface Version {
  generation: number
  version: number
}

export interface Said extends Version {
  line: number
  guids: readonly string[]
  conversation: Conversation
}

interface KnownConversation {
  id: number
  isGroup: boolean
}

interface Stored extends Found {
  more: Conversation | null
}

interface Found extends Version {
  /** The number of the report. */
  n: number
  id: number
  handle: string
  is_group: boolean
  addresses: string[]
  /** The number of these GUIDs that already belong to the conversation. */
  named: number
}

/**
 * Finds the conversations that share a GUID, an address or a group with each report. Each report is looked up by
 * itself, so that indexes are used.
 */
const find = (more: '' | ', c.more') => `SELECT told.n, found.* FROM jsonb_to_recordset($1::jsonb)
    AS told (n int, line int, guids text[], is_group boolean, handle text, addresses text[])
  CROSS JOIN LATERAL (
    SELECT c.id, c.handle, c.is_group, c.addresses, c.generation, c.version${more}, (SELECT count(*) FROM conversation_guid g
      WHERE g.line = told.line AND g.guid = ANY(told.guids) AND g.conversation = c.id) AS named
    FROM conversation c WHERE c.line = told.line AND c.id = ANY(ARRAY(
      SELECT g.conversation FROM conversation_guid g WHERE g.line = told.line AND g.guid = ANY(told.guids)
      UNION SELECT o.id FROM conversation o WHERE told.is_group AND o.is_group AND o.line = told.line AND o.handle = told.handle
      UNION SELECT o.id FROM conversation o
        WHERE NOT told.is_group AND NOT o.is_group AND o.line = told.line AND o.addresses && told.addresses))
    OFFSET 0) AS found ORDER BY told.n, found.id`
const columns = 'line, guid, handle, is_group, addresses, last_ms, generation, version, more, members, keys'
const told = `jsonb_to_recordset($1::jsonb) AS told (id bigint, line int, guid text, handle text, is_group boolean, addresses text[],
  last_ms bigint, generation int, version bigint, more jsonb, members text[], keys text[])`
const insert = `INSERT INTO conversation (${columns}) SELECT ${columns} FROM ${told} RETURNING id`
const union = (one: string, other: string): string => `ARRAY(SELECT DISTINCT unnest(${one} || ${other}))`
const joined = (one: string, other: string): string =>
  `CASE WHEN ${one} @> ${other} THEN ${one} ELSE ${union(one, other)} END`
const update = `UPDATE conversation c SET guid = told.guid, handle = told.handle, is_group = told.is_group,
    addresses = told.addresses, last_ms = told.last_ms, generation = told.generation, version = told.version, more = told.more,
    members = ${joined('c.members', 'told.members')}, keys = ${joined('c.keys', 'told.keys')}
  FROM ${told} WHERE c.id = told.id AND (c.more IS NULL OR (c.generation, c.version) <= (told.generation, told.version))`
const name = `INSERT INTO conversation_guid (line, guid, conversation) SELECT $1, unnest($2::text[]), $3
  ON CONFLICT (line, guid) DO UPDATE SET conversation = excluded.conversation`

/**
 * Stores what Macs report about conversations. Nearly all are known already, and those are stored in one query. Returns
 * the ids of conversations whose messages moved, with their lines.
 */
export async function noteConversations(sql: Sql, said: readonly Said[]): Promise<Map<number, number>> {
  const moved = new Map<number, number>()
  if (said.length === 0) return moved
  const each = lastOfEach(said)
  const found = Map.groupBy(await sql.query<Found & Record<string, unknown>>(find(''), [askedFor(each)]), ({ n }) => n)
  const uses = new Map<number, number>()
  for (const { id } of [...found.values()].flat()) uses.set(id, (uses.get(id) ?? 0) + 1)
  const isPlain = (one: Said, n: number) => {
    const [known, ...others] = found.get(n) ?? []
    return known !== undefined && others.length === 0 && uses.get(known.id) === 1 && isKnownAs(known, one)
  }
  const plain = each.flatMap((one, n) => (isPlain(one, n) ? [{ id: found.get(n)?.[0]?.id, ...rowOf(one) }] : []))
  for (const [n, one] of each.entries())
    if (!isPlain(one, n)) for (const id of await noteConversation(sql, one)) moved.set(id, one.line)
  if (plain.length > 0) await sql.query(update, [JSON.stringify(plain)])
  return moved
}

/** Returns the last of several reports that name the same members. */
function lastOfEach(said: readonly Said[]): Said[] {
  const last = new Map<string, Said>()
  for (const one of said) {
    const { guid, handle, is_group } = one.conversation
    const key = JSON.stringify([one.line, guid, handle, is_group, ...reachableIn(one)])
    const before = last.get(key)
    const newer = before === undefined || !isBefore(one, before) ? one : before
    last.set(key, { ...newer, guids: [...new Set([...(before?.guids ?? []), ...one.guids])] })
  }
  return [...last.values()]
}

const askedFor = (said: readonly Said[]): string =>
  JSON.stringify(
    said.map((one, n) => ({
      n,
      line: one.line,
      guids: guidsOf(one),
      addresses: reachableIn(one),
      is_group: one.conversation.is_group,
      handle: one.conversation.handle,
    })),
  )

function isKnownAs(known: Found, said: Said): boolean {
  const { handle, is_group } = said.conversation
  const reachable = reachableIn(said)
  return (
    known.is_group === is_group &&
    known.handle === handle &&
    known.named === guidsOf(said).length &&
    known.addresses.length === reachable.length &&
    reachable.every((address) => known.addresses.includes(address))
  )
}

const guidsOf = ({ guids, conversation }: Said): string[] => [...new Set([conversation.guid, ...guids])]

const reachableIn = ({ conversation: { is_group, handle, addresses } }: Said): string[] =>
  is_group ? [] : [...new Set([handle, ...addresses])]

function rowOf(said: Said) {
  const { line, generation, version, conversation } = said
  const { guid, handle, is_group, last_message_ts, participants } = conversation
  const addresses = reachableIn(said)
  const members = is_group ? participants.map((one) => one.handle) : []
  return {
    line,
    guid,
    handle,
    is_group,
    addresses,
    last_ms: Date.parse(last_message_ts),
    generation,
    version,
    more: conversation,
    members,
    keys: keysOf([...addresses, ...members]),
  }
}

/**
 * Stores what a Mac reports about a conversation. Two conversations that turn out to share an address or a group become
 * one; an address that no longer belongs to a conversation gets one of its own. Returns the ids of conversations whose
 * messages moved.
 */
export async function noteConversation(sql: Sql, said: Said): Promise<number[]> {
  const { line, conversation } = said
  const { is_group } = conversation
  const [reachable, all, row] = [reachableIn(said), guidsOf(said), rowOf(said)]
  const found = await sql.query<Stored & Record<string, unknown>>(find(', c.more'), [askedFor([said])])
  const [first, ...others] = found.map(({ id }) => id)
  const id = first ?? (await add(sql, row))
  if (first !== undefined) await sql.query(update, [JSON.stringify([{ id, ...row }])])
  if (others.length > 0) await merge(sql, { line, into: id, others })
  await sql.query(name, [line, all, id])
  const apart: number[] = []
  for (const known of found.filter((one) => !is_group && isBefore(one, said)))
    for (const address of known.addresses.filter((one) => !reachable.includes(one)))
      apart.push(...(await separate(sql, { line, from: { ...known, id }, address, kept: all })))
  return others.length > 0 ? [id, ...apart] : apart
}

/** Whether a version is older than another. */
export const isBefore = (one: Version, other: Version): boolean =>
  one.generation < other.generation || (one.generation === other.generation && one.version < other.version)

const keysOf = (handles: readonly string[]): string[] => [...new Set(handles.map(handleLookupKey))]

async function add(sql: Sql, row: object): Promise<number> {
  const [{ id = 0 } = {}] = await sql.query<{ id: number }>(insert, [JSON.stringify([row])])
  return id
}

interface Merge {
  line: number
  into: number
  others: readonly number[]
}

async function merge(sql: Sql, { line, into, others }: Merge): Promise<void> {
  await sql.query('UPDATE message SET conversation = $1 WHERE line = $2 AND conversation = ANY($3)', [
    into,
    line,
    others,
  ])
  await sql.query('UPDATE conversation_guid SET conversation = $1 WHERE conversation = ANY($2)', [into, others])
  await sql.query(
    `UPDATE conversation c SET members = ${union('c.members', 'o.members')}, keys = ${union('c.keys', 'o.keys')}
      FROM (SELECT coalesce(array_agg(DISTINCT member), '{}') AS members, coalesce(array_agg(DISTINCT key), '{}') AS keys
        FROM conversation LEFT JOIN unnest(members) AS member ON true LEFT JOIN unnest(keys) AS key ON true
        WHERE id = ANY($2)) o WHERE c.id = $1`,
    [into, others],
  )
  await joinMarks(sql, into, others)
  await sql.query('DELETE FROM conversation WHERE id = ANY($1)', [others])
}

interface Separated {
  line: number
  from: Stored
  address: string
  /** The GUIDs that the conversation keeps. */
  kept: readonly string[]
}

interface Last {
  mac_rowid: number
  sent_ms: number
  more: PackedMessage
}

const newestOf = `SELECT mac_rowid, sent_ms, more FROM message
  WHERE conversation = $1 AND NOT is_gone AND more->>'handle' = $2 ORDER BY sent_ms DESC, rowid DESC LIMIT 1`

/**
 * Gives an address and its messages a conversation of their own, which stays as it is until its Mac reports more about
 * it.
 */
async function separate(sql: Sql, { line, from, address, kept }: Separated): Promise<number[]> {
  const [last] = await sql.query<Last>(newestOf, [from.id, address])
  if (last === undefined) return []
  const named = await sql.query<{ guid: string }>(
    `SELECT guid FROM conversation_guid WHERE conversation = $1 AND guid LIKE '%;' || $2 AND NOT guid = ANY($3)`,
    [from.id, address.replace(/[\\%_]/g, '\\$&'), kept],
  )
  const guids = named.length === 0 ? [`any;-;${address}`] : named.map(({ guid }) => guid)
  const [guid = ''] = guids
  const { is_from_me = false, sender = null, text = '' } = last.more
  const said: Partial<Conversation> = {
    ...(from.more ?? {}),
    handle: address,
    addresses: [address],
    unread_count: 0,
    last_message: text,
    last_message_ts: new Date(last.sent_ms).toISOString(),
    last_message_rowid: last.mac_rowid,
    last_message_is_from_me: is_from_me,
    last_message_sender: is_from_me ? null : sender,
  }
  const shown = wholeConversation(said, { guid, chat_rowid: 0 })
  const id = await add(sql, {
    line,
    guid,
    handle: address,
    is_group: false,
    addresses: [address],
    last_ms: last.sent_ms,
    generation: from.generation,
    version: from.version,
    more: shown,
    members: [],
    keys: keysOf([address]),
  })
  await sql.query(name, [line, guids, id])
  await copyMarks(sql, from.id, id)
  await sql.query(
    "UPDATE message SET conversation = $1 WHERE line = $2 AND conversation = $3 AND more->>'handle' = $4",
    [id, line, from.id, address],
  )
  return [id]
}

/** Deletes conversations without messages that were last reported before a version. */
export async function forgetEmpty(sql: Sql, ids: readonly number[], { generation, version }: Version): Promise<void> {
  if (ids.length === 0) return
  await sql.query(
    `UPDATE conversation c SET more = NULL WHERE id = ANY($1) AND (generation, version) < ($2::int, $3::bigint)
      AND NOT EXISTS (SELECT 1 FROM message m WHERE m.conversation = c.id AND NOT m.is_gone)`,
    [ids, generation, version],
  )
}

/** A conversation under the GUID of its Mac. */
interface NamedConversation {
  line: number
  guid: string
}

/**
 * Finds conversations by the GUIDs of their Macs, keyed by the GUID of the hub. One that no Mac has described yet is
 * created, and listed once it is described.
 */
export async function conversationsNamed(
  sql: Sql,
  asked: readonly NamedConversation[],
): Promise<Map<string, KnownConversation>> {
  const known = await knownAmong(sql, asked)
  for (const { line, guid } of asked) {
    const key = hubGuid(line, guid)
    if (known.has(key)) continue
    const isGroup = /;\+;/.test(guid)
    const id = await add(sql, {
      line,
      guid,
      handle: guid,
      is_group: isGroup,
      addresses: [],
      last_ms: 0,
      generation: 0,
      version: 0,
      more: null,
      members: [],
      keys: [],
    })
    await sql.query(name, [line, [guid], id])
    known.set(key, { id, isGroup })
  }
  return known
}

async function knownAmong(sql: Sql, asked: readonly NamedConversation[]): Promise<Map<string, KnownConversation>> {
  const rows = await sql.query<{ line: number; guid: string; id: number; is_group: boolean }>(
    `SELECT g.line, g.guid, c.id, c.is_group FROM unnest($1::int[], $2::text[]) AS asked (line, guid)
      JOIN conversation_guid g ON g.line = asked.line AND g.guid = asked.guid JOIN conversation c ON c.id = g.conversation`,
    [asked.map(({ line }) => line), asked.map(({ guid }) => guid)],
  )
  return new Map(rows.map(({ line, guid, id, is_group }) => [hubGuid(line, guid), { id, isGroup: is_group }]))
}

/** Records who wrote in groups: they may have left since, and their messages stay. */
export async function noteWriters(sql: Sql, writers: ReadonlyMap<number, ReadonlySet<string>>): Promise<void> {
  if (writers.size === 0) return
  const told = [...writers].map(([id, handles]) => ({ id, members: [...handles], keys: keysOf([...handles]) }))
  await sql.query(
    `UPDATE conversation c SET members = ${union('c.members', 'told.members')}, keys = ${union('c.keys', 'told.keys')}
      FROM jsonb_to_recordset($1::jsonb) AS told (id bigint, members text[], keys text[])
      WHERE c.id = told.id AND NOT c.members @> told.members`,
    [JSON.stringify(told)],
  )
}

/** A person as a line knows them. */
export interface Contact {
  line: number
  handle: string
  name: string
}

export const contactKey = ({ line, handle }: Pick<Contact, 'line' | 'handle'>): string => hubGuid(line, handle)

/**
 * Stores the names under which lines know people; of several reports about a person the last one counts. Returns their
 * ids by `contactKey`.
 */
export async function noteContacts(sql: Sql, told: readonly Contact[]): Promise<Map<string, number>> {
  const all = [...new Map(told.map((one) => [contactKey(one), one])).values()]
  if (all.length === 0) return new Map()
  const known = await sql.query<Contact & { id: number }>(
    `SELECT t.id, t.line, t.handle, t.name FROM unnest($1::int[], $2::text[]) AS asked (line, handle)
      JOIN contact t ON t.line = asked.line AND t.handle = asked.handle`,
    [all.map(({ line }) => line), all.map(({ handle }) => handle)],
  )
  const before = new Map(known.map((one) => [contactKey(one), one]))
  const changed = all.filter((one) => before.get(contactKey(one))?.name !== one.name)
  const noted = changed.length === 0 ? [] : await storeContacts(sql, changed)
  return new Map([...known, ...noted].map((one) => [contactKey(one), one.id]))
}

/** Writes contacts in the order of their keys, so that two partitions that know the same line cannot deadlock. */
const storeContacts = (sql: Sql, contacts: readonly Contact[]) => {
  const all = contacts.toSorted((one, other) => (contactKey(one) < contactKey(other) ? -1 : 1))
  return sql.query<Contact & { id: number }>(
    `INSERT INTO contact (line, handle, name, key) SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::text[])
      ON CONFLICT (line, handle) DO UPDATE SET name = excluded.name RETURNING id, line, handle, name`,
    [
      all.map(({ line }) => line),
      all.map(({ handle }) => handle),
      all.map(({ name: called }) => called),
      all.map(({ handle }) => handleLookupKey(handle)),
    ],
  )
}
