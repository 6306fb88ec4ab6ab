/**
 * Builds what crosses to a plugin: a message cut down to the plugin's tier, built from scratch so that anything not
 * named here stays inside. No handle, no path and no identifier of Messages crosses; to the notify tier no content does
 * either.
 */
import type { ConversationId, DeliveryId } from '../contract/ids.ts'
import { waitingPath } from '../contract/waiting-address.ts'
import type { RelayMessage } from './message.ts'
import { clip, fileName, groupName, senderName } from './names-without-handles.ts'

export interface Crossing {
  /** The message, already bounded in size. */
  message: RelayMessage
  deliveryId: DeliveryId
  attempt: number
  conversationId: ConversationId
  /** Opaque id of the sender for this plugin: it distinguishes strangers whose names the contacts do not know. */
  personId: string
  /** Whether the message is a test of this plugin. */
  isTest?: boolean
}

/** All that crosses to a plugin of the notify tier: the notice of the plugin API. */
export interface CrossingNotice {
  delivery_id: string
  attempt: number
  conversation_id: string
  sender: string
  is_group: boolean
  group_name: string | null
  ts: string
  kind: 'text' | 'app'
  has_attachments: boolean
  line?: string
  is_note?: true
  is_test?: true
  decide?: { send: string; refuse: string }
}

/** All that crosses to a plugin of the official tier: the message of the plugin API, to which the runner adds how to read the files. */
export interface CrossingMessage extends Omit<CrossingNotice, 'has_attachments'> {
  text: string | null
  reply_to: string | null
  attachments: CrossingAttachment[]
}

interface CrossingAttachment {
  mime: string | null
  name: string
  size: number
}

/** Leaves room in a frame even when every character is written as six bytes. */
const longestText = 32_768
const longestMime = 255
/** The search for handles takes time quadratic in the length of a name. */
const longestUncut = 1_024
const longestExcerpt = 500
const mostAttachments = 20

export function toNotice(crossing: Crossing): CrossingNotice {
  const { message, deliveryId, attempt, conversationId, isTest = false } = crossing
  return {
    delivery_id: deliveryId,
    attempt,
    conversation_id: conversationId,
    sender: senderName(message, crossing.personId),
    is_group: message.isGroup,
    group_name: groupName(message),
    ts: new Date(message.sentAtMs).toISOString(),
    kind: message.kind,
    has_attachments: message.attachments.length > 0,
    ...(message.line !== undefined && { line: message.line }),
    ...(message.isNote && { is_note: true as const }),
    ...(isTest && { is_test: true as const }),
    ...(message.waiting !== undefined && { decide: decisionsOn(message.waiting) }),
  }
}

const decisionsOn = (id: string) => ({ send: waitingPath(id, 'send'), refuse: waitingPath(id, 'refuse') })

/**
 * Truncates a message to what may be handed over. This happens before transforms, since what they encrypt must not be
 * truncated.
 */
export const bounded = (message: RelayMessage): RelayMessage => ({
  ...message,
  sender: message.sender.slice(0, longestUncut),
  groupName: message.groupName?.slice(0, longestUncut) ?? null,
  text: message.text === null ? null : clip(message.text, longestText),
  replyTo: message.replyTo && {
    ...message.replyTo,
    excerpt: message.replyTo.excerpt === null ? null : clip(message.replyTo.excerpt, longestExcerpt),
  },
  attachments: message.attachments
    .slice(0, mostAttachments)
    .map((one) => ({ ...one, name: one.name.slice(0, longestUncut) })),
})

export function toMessage(crossing: Crossing): CrossingMessage {
  const { has_attachments: _, ...notice } = toNotice(crossing)
  const { text, replyTo, attachments } = crossing.message
  return {
    ...notice,
    text,
    reply_to: replyTo?.excerpt ?? null,
    attachments: attachments.map((one) => attachment(one, crossing.message)),
  }
}

const attachment = (
  { mime, name, size }: RelayMessage['attachments'][number],
  { handle }: RelayMessage,
): CrossingAttachment => ({
  mime: mime === null ? null : clip(mime, longestMime),
  name: fileName(name, handle),
  size,
})
