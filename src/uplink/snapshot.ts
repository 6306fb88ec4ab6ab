/** Reads the current state of whatever events are about from the Mac's own API. An event only hints at a change. */
import { ClientError } from '../client/client-error.ts'
import type { Conversation } from '../contract/conversation.ts'
import { mostNamedMessages } from '../contract/limits.ts'
import type { PlacedMessage } from '../contract/placed-message.ts'
import type { Send } from '../contract/send.ts'
import type { MacClient } from './mac-client.ts'

export interface JournalEvent {
  id: number
  type: string
  chat_guid?: string | null
  rowid?: number | null
  target_guid?: string
  /** The id of a send. */
  send?: string
}

export interface Snapshot {
  messages: PlacedMessage[]
  conversations: { guids: string[]; conversation: Conversation }[]
  gone: number[]
  sends: Send[]
}

/** One `read_state` event stands for all messages that were read at the same time; no more than these are read again. */
const mostReadAtOnce = 100

export async function snapshotOf(client: MacClient, events: readonly JournalEvent[]): Promise<Snapshot> {
  const ofMessages = events.filter(({ type }) => type !== 'send_updated')
  const rowids = unique(ofMessages.flatMap(({ rowid }) => (rowid ? [rowid] : [])))
  const targets = unique(ofMessages.flatMap(({ target_guid }) => target_guid ?? []))
  const named = await messagesNamed(client, rowids, targets)
  const read = await messagesRead(client, ofMessages)
  const shown = new Map([...named, ...read].map((placed) => [placed.message.rowid, placed]))
  const messages = [...shown.values()]
  const guids = [...ofMessages.map(({ chat_guid }) => chat_guid), ...messages.map((it) => it.conversation_guid)]
  return {
    messages,
    conversations: await conversationsNamed(client, unique(guids.flatMap((guid) => guid ?? []))),
    gone: rowids.filter((rowid) => !shown.has(rowid)),
    sends: await sendsNamed(client, unique(events.flatMap(({ send }) => send ?? []))),
  }
}

async function sendsNamed(client: MacClient, ids: readonly string[]): Promise<Send[]> {
  const found = await Promise.all(ids.map((id) => unlessMissing(client.get_send({ id }))))
  return found.filter((send) => send !== undefined)
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

async function messagesNamed(client: MacClient, rowids: number[], guids: string[]): Promise<PlacedMessage[]> {
  const asked = [
    ...inParts(rowids).map((part) => ({ rowids: part.join(',') })),
    ...inParts(guids).map((part) => ({ guids: part.join(',') })),
  ]
  const pages = await Promise.all(asked.map((one) => client.list_all_messages(one)))
  return pages.flatMap(({ messages }) => messages)
}

const inParts = <T>(values: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(values.length / mostNamedMessages) }, (_, n) =>
    values.slice(n * mostNamedMessages, (n + 1) * mostNamedMessages),
  )

async function messagesRead(client: MacClient, events: readonly JournalEvent[]): Promise<PlacedMessage[]> {
  const last = new Map<string, number>()
  for (const { type, chat_guid, rowid } of events)
    if (type === 'read_state' && chat_guid && rowid) last.set(chat_guid, Math.max(rowid, last.get(chat_guid) ?? 0))
  const pages = [...last].map(async ([guid, rowid]) => {
    const conversation = await unlessMissing(client.get_conversation({ guid }))
    if (conversation === undefined) return []
    const messages = await unlessMissing(client.list_messages({ guid, before_rowid: rowid, limit: mostReadAtOnce }))
    return (messages ?? []).map((message) => ({
      conversation_guid: conversation.guid,
      conversation_name: conversation.display_name,
      message,
    }))
  })
  return (await Promise.all(pages)).flat()
}

/** Returns conversations, each with all GUIDs by which it was requested. Omits those that Messages no longer shows. */
export async function conversationsNamed(
  client: MacClient,
  guids: readonly string[],
): Promise<Snapshot['conversations']> {
  const found = await Promise.all(
    guids.map(async (guid) => ({ guid, conversation: await unlessMissing(client.get_conversation({ guid })) })),
  )
  const byGuid = new Map<string, Snapshot['conversations'][number]>()
  for (const { guid, conversation } of found) {
    if (conversation === undefined) continue
    const known = byGuid.get(conversation.guid)
    byGuid.set(conversation.guid, { guids: [...(known?.guids ?? []), guid], conversation })
  }
  return [...byGuid.values()]
}

const missing: readonly string[] = ['conversation_not_found', 'send_not_found']

async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ClientError && missing.includes(error.code)) return undefined
    throw error
  }
}
