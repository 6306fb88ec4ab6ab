/**
 * Writes out what a client is told of an event, from the rows as they are at that moment: in full for the socket, in the
 * shorter form for webhooks.
 */
import type { Conversation } from '../../contract/conversation.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import type { StoredRow } from '../../contract/stored-row.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { ToldEvent } from '../../store/bluebubbles-file.ts'
import type { Relay } from '../wire/relay.ts'
import { chatOf, chatOfRow } from './chat-of.ts'
import { rowOfFailedSend } from './failed-send.ts'
import type { HandleIndex } from './handles.ts'
import { type Form, messageOf } from './message-of.ts'
import { readRows } from './read-rows.ts'
import type { TempGuids } from './temp-guids.ts'

export interface RenderDeps {
  relay: Pick<Relay, 'list_rows' | 'get_conversation' | 'get_send'>
  handles(): Promise<HandleIndex>
  tempGuids: Pick<TempGuids, 'of'>
  /** Whether they ask for somebody without a grant. */
  isWhole: boolean
}

export interface RenderedEvent {
  type: string
  /** Null for events that say nothing more. */
  data: unknown
}

/**
 * Returns for each event what is told of it; undefined where there is nothing to tell, since its message was deleted
 * meanwhile, or a grant hides it.
 */
export async function renderEvents(
  { relay, handles, tempGuids, isWhole }: RenderDeps,
  events: readonly ToldEvent[],
  form: Form,
): Promise<(RenderedEvent | undefined)[]> {
  const rows = await readRows(
    relay,
    events.map(({ rowid }) => rowid),
  )
  const index = await handles()
  const conversations = new Map<string, Promise<Conversation | undefined>>()
  const conversationOf = (guid: string) => {
    const known = conversations.get(guid) ?? findConversation(relay, guid)
    conversations.set(guid, known)
    return known
  }
  const written = async ({ type, rowid, conversation, detail }: ToldEvent): Promise<RenderedEvent | undefined> => {
    const { send, data } = detail
    // Backups that one client keeps on the server are not shown to limited clients.
    if (rowid === 0 && send === undefined)
      return isWhole || data === undefined ? { type, data: data ?? null } : undefined
    const row = send === undefined ? rows.get(rowid) : await failedRow(relay, send)
    // A grant may hide the address that is in the GUID.
    const guid = isWhole ? conversation : (row?.conversation_guid ?? '')
    if (type === 'chat-read-status-changed' && (isWhole || row !== undefined))
      return { type, data: { chatGuid: guid, read: true } }
    if (row === undefined) return undefined
    const found = await conversationOf(guid === '' ? row.conversation_guid : guid)
    const chats = [found === undefined ? chatOfRow(row, form) : chatOf(found, { form })]
    const isFull = form === 'full'
    const message = messageOf(row, {
      form,
      chats,
      handleOf: (handle) => index.byRowid(handle),
      attributedBody: isFull,
      summary: isFull,
      tempGuid: send?.tempGuid ?? tempGuids.of(rowid),
    })
    return { type, data: detail.change === undefined ? message : { ...message, change: detail.change } }
  }
  return Promise.all(events.map(written))
}

const findConversation = (relay: Pick<Relay, 'get_conversation'>, guid: string): Promise<Conversation | undefined> =>
  unlessMissing(() => relay.get_conversation({ guid }))

async function failedRow(
  relay: Pick<Relay, 'get_send'>,
  { id, tempGuid }: NonNullable<ToldEvent['detail']['send']>,
): Promise<StoredRow | undefined> {
  const send = await unlessMissing(() => relay.get_send({ id }))
  return send && rowOfFailedSend(send, tempGuid)
}

async function unlessMissing<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ServiceError && missing.includes(error.code)) return undefined
    throw error
  }
}

const missing: readonly ErrorCode[] = ['not_found', 'conversation_not_found', 'send_not_found']
