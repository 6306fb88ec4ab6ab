/** Reads conversations and messages of all lines as the API shows them. */
import type { Conversation } from '../../contract/conversation.ts'
import type { Message } from '../../contract/message.ts'
import type { PlacedMessage } from '../../contract/placed-message.ts'
import { fittingHandles } from '../../domain/contact-search.ts'
import type { Sql } from './database.ts'
import { hubGuid, lineOfRowid, ofHubGuid } from './ids.ts'
import { conversationsWith } from './lines.ts'
import {
  messageColumns,
  type StoredConversation,
  type StoredMessage,
  shownConversation,
  shownMessage,
} from './shown.ts'
import { conversationIn, everyMessage, type HubView, messageIn } from './view.ts'

export interface ConversationsAsked {
  limit: number
  offset: number
  q?: string | undefined
  unread?: boolean | undefined
  archived?: boolean | undefined
}

interface Place {
  sentMs: number
  rowid: number
}

const end: Place = { sentMs: Number.MAX_SAFE_INTEGER, rowid: Number.MAX_SAFE_INTEGER }

/**
 * Selects a conversation with the name of its line, the hub's own marks, and the number of unread messages in the view.
 */
const conversation = (
  view: HubView,
) => `SELECT c.id, c.line, l.name AS line_name, c.guid, c.more, c.archived_at_ms IS NOT NULL AS archived,
    ${unreadIn(view)} AS unread
  FROM conversation c JOIN line l ON l.id = c.line`

/**
 * Counts unread messages: no more than the Mac counts, and none up to the hub's own mark, since a message that was read
 * at either end is read. Only the newest unread messages may be in the view.
 */
const unreadIn = (view: HubView): string => {
  const counted = `(c.more->>'unread_count')::bigint`
  const isCounted = view.sinceMs === null ? `${counted} = 0 OR c.read_ms IS NULL` : `${counted} = 0`
  return `CASE WHEN ${isCounted} THEN ${counted} ELSE least(${counted}, (
      SELECT count(*) FROM message m WHERE m.line = c.line AND m.conversation = c.id AND NOT m.is_gone
        AND (m.sent_ms, m.rowid) > (coalesce(c.read_ms, ${-end.sentMs}), coalesce(c.read_rowid, 0))
        AND (m.more->>'is_from_me') IS DISTINCT FROM 'true' AND (m.more->>'kind') IS DISTINCT FROM 'system'
        ${messageIn(view, 'm')})) END`
}

const listed = (view: HubView) => `${conversation(view)} WHERE c.more IS NOT NULL${conversationIn(view, 'c')}
    AND ($3::bigint[] IS NULL OR c.id = ANY($3))
    AND ($4::boolean IS NULL OR $4 = (${unreadIn(view)} > 0))
    AND ($5::boolean IS NULL OR $5 = (c.archived_at_ms IS NOT NULL))
  ORDER BY c.last_ms DESC, c.id DESC LIMIT $1 OFFSET $2`

export async function listConversations(
  sql: Sql,
  { limit, offset, q, unread = undefined, archived = undefined }: ConversationsAsked,
  view = everyMessage,
): Promise<Conversation[]> {
  const rows = await sql.query<StoredConversation>(listed(view), [
    limit,
    offset,
    q === undefined || q.trim() === '' ? null : await namedLike(sql, q, view),
    unread ?? null,
    archived ?? null,
  ])
  return rows.map(shownConversation)
}

type Called = Pick<Conversation, 'display_name' | 'handle' | 'addresses' | 'participants'>

/** Whether the name of a conversation, or a member's name or address, matches what was typed, as on a Mac. */
export function isCalledLike(typed: string): (conversation: Called) => boolean {
  const fits = fittingHandles(typed)
  return ({ display_name, handle, addresses, participants }) => {
    const members = participants.map((one) => ({ name: one.name, handles: [one.handle] }))
    return [{ name: display_name, handles: [handle, ...addresses] }, ...members].some((one) => fits(one).length > 0)
  }
}

async function namedLike(sql: Sql, typed: string, view: HubView): Promise<number[]> {
  const rows = await sql.query<Called & { id: number }>(
    `SELECT c.id, c.more->>'display_name' AS display_name, c.handle, c.addresses, c.more->'participants' AS participants
      FROM conversation c WHERE c.more IS NOT NULL${conversationIn(view, 'c')}`,
  )
  return rows.filter(isCalledLike(typed)).map(({ id }) => id)
}

/**
 * Finds a conversation by any of its GUIDs with its line before it, in any spelling, or by its number. A GUID without a
 * line suffices only if a single line has it, so that the answer never comes from another line.
 */
async function storedConversation(sql: Sql, written: string, view: HubView): Promise<StoredConversation | undefined> {
  const where = `c.more IS NOT NULL${conversationIn(view, 'c')}`
  const named = ofHubGuid(written)
  if (named !== undefined) {
    const [known] = await sql.query<StoredConversation>(
      `${conversation(view)} JOIN conversation_guid g ON g.conversation = c.id WHERE g.line = $1 AND g.guid = $2 AND ${where}`,
      [named.line, named.guid],
    )
    if (known !== undefined) return known
  }
  const [, sign, identifier] = /^[^;]*;([-+]);(.+)$/s.exec(named?.guid ?? written) ?? []
  if (identifier !== undefined) {
    const lines = named === undefined ? await sql.query<{ id: number }>('SELECT id FROM line') : [{ id: named.line }]
    const ids = await idsUnder(sql, { identifier, isGroup: sign === '+', lines: lines.map(({ id }) => id) })
    const [only, ...others] = await sql.query<StoredConversation>(
      `${conversation(view)} WHERE c.id = ANY($1) AND ${where}`,
      [ids],
    )
    return others.length === 0 ? only : undefined
  }
  if (!/^\d{1,15}$/.test(written)) return undefined
  return (
    await sql.query<StoredConversation>(`${conversation(view)} WHERE c.id = $1 AND ${where}`, [Number(written)])
  )[0]
}

interface Under {
  /** The address of a person, or the identifier of a group in Messages. */
  identifier: string
  isGroup: boolean
  lines: readonly number[]
}

async function idsUnder(sql: Sql, { identifier, isGroup, lines }: Under): Promise<number[]> {
  if (!isGroup) return (await conversationsWith(sql, identifier, lines)).map(({ id }) => id)
  const groups = await sql.query<{ id: number }>(
    'SELECT id FROM conversation WHERE is_group AND line = ANY($1) AND handle = $2',
    [lines, identifier],
  )
  return groups.map(({ id }) => id)
}

export async function findConversation(
  sql: Sql,
  written: string,
  view = everyMessage,
): Promise<Conversation | undefined> {
  const found = await storedConversation(sql, written, view)
  return found && shownConversation(found)
}

/** Reads the conversations with exactly these ids. */
export async function conversationsOf(sql: Sql, ids: readonly number[], view = everyMessage): Promise<Conversation[]> {
  if (ids.length === 0) return []
  const rows = await sql.query<StoredConversation>(
    `${conversation(view)} WHERE c.id = ANY($1) AND c.more IS NOT NULL${conversationIn(view, 'c')}`,
    [ids],
  )
  return rows.map(shownConversation)
}

export interface Anchor {
  limit: number
  before_rowid?: number | undefined
  after_rowid?: number | undefined
  around_rowid?: number | undefined
  from_ts?: string | undefined
}

/** The line of a conversation determines the table of its messages. */
const ofConversation = 'm.line = (SELECT c.line FROM conversation c WHERE c.id = $1) AND conversation = $1'
const page = (kind: 'before' | 'from', view: HubView) => `SELECT ${messageColumns} FROM message m
  WHERE ${ofConversation} AND NOT is_gone AND (sent_ms, rowid) ${kind === 'before' ? '<' : '>='} ($2::bigint, $3::bigint)
    ${messageIn(view, 'm')} ORDER BY ${kind === 'before' ? 'sent_ms DESC, rowid DESC' : 'sent_ms, rowid'} LIMIT $4`

/** Returns a page of a conversation, oldest message first. */
export async function listMessages(
  sql: Sql,
  conversation: number,
  anchor: Anchor,
  view = everyMessage,
): Promise<Message[]> {
  const { limit, before_rowid, after_rowid, around_rowid, from_ts } = anchor
  const ask = (kind: 'before' | 'from', { sentMs, rowid }: Place, most: number) =>
    sql.query<StoredMessage>(page(kind, view), [conversation, sentMs, rowid, most])
  const earlier = async (place: Place, most: number) => (await ask('before', place, most)).reverse()
  const rows = async (): Promise<StoredMessage[]> => {
    if (from_ts !== undefined) return ask('from', { sentMs: Date.parse(from_ts), rowid: 0 }, limit)
    const anchored = before_rowid ?? after_rowid ?? around_rowid
    if (anchored === undefined) return earlier(end, limit)
    const place = await placeOf(sql, { conversation, rowid: anchored, view })
    if (place === undefined) return []
    if (before_rowid !== undefined) return earlier(place, limit)
    if (after_rowid !== undefined) return ask('from', { ...place, rowid: place.rowid + 1 }, limit)
    const before = await earlier(place, Math.floor(limit / 2))
    return [...before, ...(await ask('from', place, limit - before.length))]
  }
  return (await rows()).map(shownMessage)
}

interface PlaceAsked {
  conversation: number
  rowid: number
  view: HubView
}

/** Finds the position of a message in its conversation, even if the message is gone. */
async function placeOf(sql: Sql, { conversation, rowid, view }: PlaceAsked): Promise<Place | undefined> {
  const [row] = await sql.query<{ sent_ms: number }>(
    `SELECT sent_ms FROM message m WHERE line = $1 AND rowid = $2 AND conversation = $3${messageIn(view, 'm')}`,
    [lineOfRowid(rowid), rowid, conversation],
  )
  return row && { sentMs: row.sent_ms, rowid }
}

export interface MessageNames {
  rowids?: readonly number[]
  guids?: readonly string[]
}

export interface Placed extends PlacedMessage {
  conversation: number
}

interface PlacedRow extends StoredMessage {
  conversation: number
  conversation_guid: string
  conversation_name: string
}

/**
 * Selects the named messages as a table `m`. A number contains its line. A GUID does not, so each line is searched for
 * it, which avoids reading all messages.
 */
function namedMessages({ rowids = [], guids = [] }: MessageNames): { table: string; values: unknown[] } {
  const byGuid = (n: number) =>
    `SELECT m.line, m.rowid FROM line l JOIN message m ON m.line = l.id AND m.guid = ANY($${n})`
  const byRowid = 'SELECT * FROM unnest($1::int[], $2::bigint[]) AS numbered (line, rowid)'
  const each = [...new Set(rowids)]
  const [asked, values] =
    guids.length === 0
      ? [byRowid, [each.map(lineOfRowid), each]]
      : each.length === 0
        ? [byGuid(1), [guids]]
        : [`${byRowid} UNION ${byGuid(3)}`, [each.map(lineOfRowid), each, guids]]
  return { table: `(${asked}) AS named JOIN message m ON m.line = named.line AND m.rowid = named.rowid`, values }
}

const placedColumns = `${messageColumns}, m.conversation, c.guid AS conversation_guid, c.more->>'display_name' AS conversation_name`

/** Returns messages with their conversations, found by number or GUID, in the order of their numbers. */
export async function placedMessages(sql: Sql, names: MessageNames, view = everyMessage): Promise<Placed[]> {
  const { table, values } = namedMessages(names)
  const rows = await sql.query<PlacedRow>(
    `SELECT ${placedColumns} FROM ${table} JOIN conversation c ON c.id = m.conversation
      WHERE NOT m.is_gone AND c.more IS NOT NULL${messageIn(view, 'm')} ORDER BY m.rowid`,
    values,
  )
  return rows.map(placedOf)
}

const placedOf = (row: PlacedRow): Placed => ({
  conversation: row.conversation,
  conversation_guid: hubGuid(row.line, row.conversation_guid),
  conversation_name: row.conversation_name,
  message: shownMessage(row),
})

export interface PlacedStar extends Placed {
  /** The number of the star, which grows with each star. */
  star: number
  starredAtMs: number
}

interface StarsAsked {
  limit: number
  /** Returns only stars before this one. */
  before?: number | undefined
  conversation?: number | undefined
}

const starred = (view: HubView) => `SELECT ${placedColumns}, s.id AS star, s.starred_at_ms FROM star s
  JOIN message m ON m.line = s.line AND m.guid = s.guid JOIN conversation c ON c.id = m.conversation
  WHERE NOT m.is_gone AND c.more IS NOT NULL AND (m.more->>'unsent') IS DISTINCT FROM 'true'
    AND ($2::bigint IS NULL OR s.id < $2) AND ($3::bigint IS NULL OR m.conversation = $3)${messageIn(view, 'm')}
  ORDER BY s.id DESC LIMIT $1`

/** Returns the starred messages that still have content, newest star first. */
export async function starredMessages(
  sql: Sql,
  { limit, before, conversation }: StarsAsked,
  view: HubView,
): Promise<PlacedStar[]> {
  const rows = await sql.query<PlacedRow & { star: number; starred_at_ms: number }>(starred(view), [
    limit,
    before ?? null,
    conversation ?? null,
  ])
  return rows.map((row) => ({ ...placedOf(row), star: row.star, starredAtMs: row.starred_at_ms }))
}

export interface Seen {
  line: number
  guid: string
  rowid: number
  /** The address of the other person. */
  handle: string
  /** The codes for signing in that Messages has marked in the message. */
  codes: string[]
  is_gone: boolean
}

/** Returns which of these messages are in a view. A message that is gone from its Mac still counts. */
export function seenAmong(sql: Sql, names: MessageNames, view: HubView): Promise<Seen[]> {
  const { table, values } = namedMessages(names)
  return sql.query<Seen & Record<string, unknown>>(
    `SELECT m.line, m.guid, m.rowid, m.is_gone, coalesce(m.more->>'handle', '') AS handle,
      coalesce(m.more->'one_time_codes', '[]') AS codes FROM ${table} WHERE true${messageIn(view, 'm')}`,
    values,
  )
}

/** Returns which of these GUIDs name a conversation in a view. */
export async function conversationsIn(sql: Sql, written: readonly string[], view: HubView): Promise<string[]> {
  const named = [...new Set(written)].flatMap((guid) => ofHubGuid(guid) ?? [])
  if (named.length === 0) return []
  const rows = await sql.query<{ line: number; guid: string }>(
    `SELECT g.line, g.guid FROM unnest($1::int[], $2::text[]) AS asked (line, guid)
      JOIN conversation_guid g ON g.line = asked.line AND g.guid = asked.guid JOIN conversation c ON c.id = g.conversation
      WHERE c.more IS NOT NULL${conversationIn(view, 'c')}`,
    [named.map(({ line }) => line), named.map(({ guid }) => guid)],
  )
  return rows.map(({ line, guid }) => hubGuid(line, guid))
}

/** Returns the codes for signing in that Messages has marked in the last messages of conversations. */
export async function lastCodes(sql: Sql, ids: readonly number[]): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await sql.query<{ id: number; codes: string[] }>(
    `SELECT c.id, m.more->'one_time_codes' AS codes FROM conversation c JOIN message m ON m.line = c.line AND m.conversation = c.id AND NOT m.is_gone
      WHERE c.id = ANY($1) AND m.sent_ms >= c.last_ms AND m.more->'one_time_codes' IS NOT NULL`,
    [ids],
  )
  const all = Map.groupBy(rows, ({ id }) => id)
  return new Map([...all].map(([id, of]) => [id, of.flatMap(({ codes }) => codes)]))
}

/** Finds the Mac and the row of a message that somebody wants to change. */
export async function messageOnMac(
  sql: Sql,
  rowid: number,
): Promise<{ mac: string; guid: string; line: number; starred: boolean } | undefined> {
  const [row] = await sql.query<{ mac: string } & Pick<StoredMessage, 'guid' | 'line' | 'starred'>>(
    `SELECT m.mac, ${messageColumns} FROM message m WHERE m.line = $1 AND m.rowid = $2 AND NOT m.is_gone`,
    [lineOfRowid(rowid), rowid],
  )
  return row
}
