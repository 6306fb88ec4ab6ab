/** Finds the conversations that a request is about, and writes them and their rows as a client asked for them. */
import type { Conversation } from '../../contract/conversation.ts'
import type { StoredRow } from '../../contract/stored-row.ts'
import { hasCode } from '../../domain/service-error.ts'
import { chatOf, chatOfRow } from './chat-of.ts'
import { messageOf } from './message-of.ts'
import type { Session } from './request.ts'
import type { BlueBubblesChat, BlueBubblesMessage } from './shapes.ts'

type Talking = Pick<Session, 'relay' | 'handles'>

/** Undefined for a chat that is not known; every spelling of a GUID leads to its conversation. */
export async function findConversation(
  { relay }: Pick<Session, 'relay'>,
  guid: string,
): Promise<Conversation | undefined> {
  try {
    return await relay.get_conversation({ guid })
  } catch (error) {
    if (hasCode(error, 'conversation_not_found')) return undefined
    throw error
  }
}

const conversationsAtOnce = 200

/** All conversations, the one with the newest message first. */
export async function allConversations({ relay }: Pick<Session, 'relay'>): Promise<Conversation[]> {
  const all: Conversation[] = []
  for (;;) {
    const page = await relay.list_conversations({ limit: conversationsAtOnce, offset: all.length })
    all.push(...page)
    if (page.length < conversationsAtOnce) return all
  }
}

export interface MessagesWanted {
  /** The parts that the client requested by `with`. */
  wanted?: ReadonlySet<string>
  tempGuid?: string | undefined
}

/** Writes rows as messages; their chats always come with them, since clients drop messages without. */
export async function messagesOf(
  session: Talking,
  rows: readonly StoredRow[],
  { wanted = new Set(), tempGuid }: MessagesWanted = {},
): Promise<BlueBubblesMessage[]> {
  if (rows.length === 0) return []
  const handles = await session.handles()
  const withParticipants = wanted.has('chats.participants')
  const chats = new Map<string, BlueBubblesChat[]>()
  for (const row of rows) {
    const guid = row.conversation_guid
    if (chats.has(guid)) continue
    const conversation = await findConversation(session, guid)
    const chat = conversation === undefined ? chatOfRow(row) : chatOf(conversation, withParticipants ? { handles } : {})
    chats.set(guid, [chat])
  }
  return rows.map((row) =>
    messageOf(row, {
      handleOf: (rowid) => handles.byRowid(rowid),
      chats: chats.get(row.conversation_guid) ?? [],
      attributedBody: wanted.has('attributedbody'),
      summary: wanted.has('messagesummaryinfo'),
      tempGuid,
    }),
  )
}

/** The newest row of a conversation as a message; null where there is none. */
export async function lastMessageOf(session: Talking, guid: string): Promise<BlueBubblesMessage | null> {
  const { rows } = await session.relay.list_rows({ conversation: guid, limit: 1 })
  const handles = await session.handles()
  const [row] = rows
  return row === undefined ? null : messageOf(row, { handleOf: (rowid) => handles.byRowid(rowid) })
}

/** Undefined for a message that is not known. */
export async function findRow({ relay }: Pick<Session, 'relay'>, guid: string): Promise<StoredRow | undefined> {
  // A comma would separate two GUIDs.
  if (guid.includes(',')) return undefined
  const { rows } = await relay.list_rows({ guids: guid, limit: 1 })
  return rows[0]
}
