// Finds the chat that a message belongs to, and creates chats with their handles and lookups.
import { encodePlist, type Plist } from '../formats/binary-plist.ts'
import { appleNanoseconds } from './apple-time.ts'
import type { Chat } from './chat.ts'
import { handleOf } from './handles.ts'
import { accountOf, myAddress, type Service, type Writer } from './writer.ts'

const groupStyle = 43
const directStyle = 45

/** Builds a chat's guid. macOS 26 names chats without their service, and rewrote the old names in place. */
const chatGuid = (macos: number, service: Service, style: '-' | '+', identifier: string): string =>
  `${macos >= 26 ? 'any' : service};${style};${identifier}`

const columns = 'ROWID AS rowid, guid, chat_identifier AS identifier, room_name AS roomName, service_name AS service'

/** Finds a chat by its guid in any spelling, or by its identifier. */
export function findChat(writer: Writer, name: string): Chat | undefined {
  const known = writer.memory.chats.get(name)
  if (known) return known
  const identifier = name.split(';').at(-1) ?? name
  const found = writer.get(
    `SELECT ${columns} FROM chat WHERE guid = ? OR chat_identifier = ? ORDER BY guid = ? DESC, ROWID LIMIT 1`,
    name,
    identifier,
    name,
  )
  if (!found) return undefined
  const chat = { ...found, rowid: Number(found.rowid) } as unknown as Chat
  writer.memory.chats.set(name, chat)
  return chat
}

export function chatNamed(writer: Writer, name: string): Chat {
  const chat = findChat(writer, name)
  if (!chat) throw new Error(`there is no chat ${name} on this Mac`)
  return chat
}

export interface ChatSettings {
  /** is_filtered: 0 known, 1 unknown sender, 2 spam, higher values are categories of an SMS filter. */
  filtered?: number
  blackholed?: boolean
  archived?: boolean
  /** Time up to which it was read, here or on another device. */
  readUpToMs?: number
  /** Whether macOS 26 asks if an unknown sender is known. */
  pendingReview?: boolean
  properties?: Readonly<Record<string, Plist>>
}

interface NewChat extends ChatSettings {
  identifier: string
  service: Service
  members: readonly string[]
  group?: { name?: string; guid: string }
}

function chatRow(writer: Writer, { identifier, service, group, ...settings }: NewChat) {
  const groupId = group?.guid ?? writer.newGuid()
  return {
    guid: chatGuid(writer.macos, service, group ? '+' : '-', identifier),
    style: group ? groupStyle : directStyle,
    state: 3,
    account_id: writer.accountGuid,
    properties: settings.properties ? encodePlist(settings.properties) : null,
    chat_identifier: identifier,
    service_name: service,
    room_name: group ? identifier : null,
    account_login: accountOf(writer, service),
    is_archived: Number(settings.archived ?? false),
    last_addressed_handle: myAddress(writer, service),
    display_name: group?.name ?? '',
    group_id: groupId,
    original_group_id: groupId,
    last_read_message_timestamp: settings.readUpToMs === undefined ? 0 : appleNanoseconds(settings.readUpToMs),
    is_filtered: settings.filtered ?? 0,
    successful_query: 1,
    is_blackholed: Number(settings.blackholed ?? false),
    is_pending_review: Number(settings.pendingReview ?? false),
  }
}

function insertChat(writer: Writer, chat: NewChat): Chat {
  const row = chatRow(writer, chat)
  const rowid = writer.insert('chat', row)
  for (const member of chat.members) join(writer, rowid, handleOf(writer, member, chat.service))
  if (writer.has('chat_lookup')) addLookup(writer, rowid, chat, row.group_id)
  const { identifier, service } = chat
  return { rowid, guid: row.guid, identifier, roomName: row.room_name, service }
}

const join = (writer: Writer, chatRowid: number, handle: number): void =>
  writer.insertOrIgnore('chat_handle_join', { chat_id: chatRowid, handle_id: handle })

/** Fills chat_lookup, which no trigger does: a person is looked up by address and service, a group by its group id. */
function addLookup(writer: Writer, chat: number, { identifier, service, group }: NewChat, groupId: string): void {
  const names = group ? { identifier: groupId, domain: `${service}GroupID` } : { identifier, domain: service }
  writer.insertOrIgnore('chat_lookup', { ...names, chat })
}

/** Adds a service to a chat. On macOS 26 one chat has every service; before, each service has its own chat. */
function noteService(writer: Writer, chat: Chat, address: string, service: Service): void {
  const key = `${service} in ${chat.guid}`
  if (writer.macos < 26 || writer.memory.handles.has(key)) return
  const handle = handleOf(writer, address, service)
  join(writer, chat.rowid, handle)
  writer.insertOrIgnore('chat_lookup', { identifier: address, domain: service, chat: chat.rowid })
  writer.memory.handles.set(key, handle)
}

export interface DirectChat extends ChatSettings {
  with: string
  service?: Service
}

/** Returns the conversation with one address, and creates it if needed. */
export function directChat(writer: Writer, { with: address, service = 'iMessage', ...settings }: DirectChat): Chat {
  const guid = chatGuid(writer.macos, service, '-', address)
  let chat = writer.memory.chats.get(guid) ?? exactChat(writer, guid)
  chat ??= insertChat(writer, { identifier: address, service, members: [address], ...settings })
  writer.memory.chats.set(guid, chat)
  noteService(writer, chat, address, service)
  return chat
}

function exactChat(writer: Writer, guid: string): Chat | undefined {
  const found = writer.get(`SELECT ${columns} FROM chat WHERE guid = ?`, guid)
  return found && ({ ...found, rowid: Number(found.rowid) } as unknown as Chat)
}

export interface Group extends ChatSettings {
  members: readonly string[]
  name?: string
  service?: Service
}

export function createGroup(writer: Writer, { members, name, service = 'iMessage', ...settings }: Group): Chat {
  const digits = Array.from(
    { length: 18 },
    (_, index) => Math.floor(writer.random() * (index ? 10 : 9)) + (index ? 0 : 1),
  )
  const group = { guid: writer.newGuid(), ...(name !== undefined && { name }) }
  return insertChat(writer, { identifier: `chat${digits.join('')}`, service, members, group, ...settings })
}

function membersOf(writer: Writer, chat: Chat): string[] {
  const found = writer.all(
    `SELECT DISTINCT handle.id FROM chat_handle_join JOIN handle ON handle.ROWID = chat_handle_join.handle_id
     WHERE chat_handle_join.chat_id = ? ORDER BY handle.ROWID`,
    chat.rowid,
  )
  return found.map(({ id }) => String(id))
}

/** Stores how far the chat was read. This moves without a new message when another device reads. */
export function markChatReadUpTo(writer: Writer, chat: Chat, atMs: number): void {
  writer.update('chat', chat.rowid, { last_read_message_timestamp: appleNanoseconds(atMs) })
}

export interface ListedChat {
  guid: string
  identifier: string
  name: string | null
  isGroup: boolean
  service: string
  participants: readonly string[]
}

/** Lists the chats that Messages knows, as its scripting dictionary returns them. */
export function listChats(writer: Writer): ListedChat[] {
  const found = writer.all(
    `SELECT ROWID AS rowid, guid, chat_identifier AS identifier, room_name AS roomName, service_name AS service,
       display_name AS name FROM chat ORDER BY ROWID`,
  )
  return found.map((row) => {
    const chat = { ...row, rowid: Number(row.rowid) } as unknown as Chat & { name: string | null }
    const { guid, identifier, service } = chat
    const participants = membersOf(writer, chat)
    return { guid, identifier, service, name: chat.name || null, isGroup: chat.roomName !== null, participants }
  })
}
