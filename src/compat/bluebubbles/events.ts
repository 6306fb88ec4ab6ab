/**
 * Declares the events of a BlueBubbles server: those that webhooks may name, and which of them an event of our journal
 * becomes, once its row is known.
 */
import type { MessageEvent } from '../../contract/events.ts'
import type { StoredRow } from '../../contract/stored-row.ts'
import type { EventDetail, NewCompatEvent } from '../../store/bluebubbles-file.ts'
import { eventOfGroup, groupEvents } from '../wire/row-values.ts'

/** The events that this listener sends. */
const toldEvents = [
  'new-message',
  'updated-message',
  'message-send-error',
  ...groupEvents,
  'chat-read-status-changed',
  'hello-world',
  'scheduled-message-error',
  'theme-backup-created',
  'theme-backup-updated',
  'theme-backup-deleted',
  'settings-backup-created',
  'settings-backup-updated',
  'settings-backup-deleted',
] as const

/** The events for which a webhook may be registered; some of them never happen here. */
export const webhookEvents: readonly string[] = [
  '*',
  ...toldEvents,
  'typing-indicator',
  'server-update',
  'new-server',
  'new-findmy-location',
  'incoming-facetime',
  'ft-call-status-changed',
  'imessage-alias-removed',
]

const dayMs = 86_400_000

type Journalled = MessageEvent & { rowid: number | null }

/** The extra field of `updated-message`: the kind of change. */
const changes: Partial<Record<MessageEvent['type'], string>> = {
  message_edited: 'edited',
  message_unsent: 'unsent',
  message_delivered: 'delivered',
  message_read: 'read',
}

export interface JudgedRow {
  row: StoredRow | undefined
  nowMs: number
  /** The client's own id of the message that it sent; undefined for the sends of others. */
  tempGuidOf(send: string): string | undefined
  /** Whether such an event was made of the row before. */
  isKnown(type: string): boolean
}

/**
 * Returns what clients are told of an event of the journal. Rows that were written more than a day ago are no news,
 * however late they arrive.
 */
export function eventOf(event: Journalled, { row, nowMs, tempGuidOf, isKnown }: JudgedRow): NewCompatEvent | undefined {
  const { type } = event
  if (type === 'send_updated') return sendError(event, { row, tempGuidOf })
  const made = (name: string, about: StoredRow, detail: EventDetail = {}): NewCompatEvent => ({
    type: name,
    conversation: about.conversation_guid ?? about.chat_guid ?? event.chat_guid ?? '',
    rowid: about.rowid,
    detail,
  })
  if (row === undefined) return undefined
  if (type === 'read_state') return made('chat-read-status-changed', row)
  const change = changes[type]
  if (change !== undefined) return made('updated-message', row, { change })
  if (isOld(row, nowMs)) return undefined
  const inGroup = eventOfGroup(row)
  if (inGroup !== undefined) return isKnown(inGroup) ? undefined : made(inGroup, row)
  if (!isNew(type) || isKnown('new-message')) return undefined
  return made('new-message', row, isIncomplete(row) ? { waitsFor: 'attachments' } : {})
}

const isNew = (type: string): boolean =>
  ['new_message', 'message_sent', 'tapback_added', 'tapback_removed'].includes(type)

const isOld = ({ sent_at }: StoredRow, nowMs: number): boolean => Date.parse(sent_at) < nowMs - dayMs

/** A message of which Messages has no row is known only to the clients of this listener, by its `tempGuid`. */
function sendError(
  event: Journalled,
  { row, tempGuidOf }: Pick<JudgedRow, 'row' | 'tempGuidOf'>,
): NewCompatEvent | undefined {
  if (event.type !== 'send_updated' || event.state !== 'failed') return undefined
  if (row === undefined) {
    const tempGuid = tempGuidOf(event.id)
    if (tempGuid === undefined) return undefined
    return failedWithoutRow({ id: event.id, tempGuid, chatGuid: event.chat_guid })
  }
  const conversation = row.conversation_guid ?? row.chat_guid ?? ''
  return { type: 'message-send-error', conversation, rowid: row.rowid, detail: {} }
}

interface FailedSend {
  id: string
  tempGuid: string
  /** Null where the person was never written to. */
  chatGuid: string | null
}

/** The data of a send that failed before Messages had a message of it. */
export const failedWithoutRow = ({ id, tempGuid, chatGuid }: FailedSend): NewCompatEvent => ({
  type: 'message-send-error',
  conversation: chatGuid ?? '',
  rowid: 0,
  detail: { send: { id, tempGuid } },
})

const objectReplacement = /\uFFFC/g

/** Whether a message has attachments that are not on this Mac yet. */
export function isIncomplete({ attachments, body }: Pick<StoredRow, 'attachments' | 'body'>): boolean {
  const places = body?.match(objectReplacement)?.length ?? 0
  return attachments.some(({ is_there }) => !is_there) || attachments.length < places
}
