/**
 * What crosses to a plugin: a message cut down to the plugin's tier, built up from nothing so that what is not named here
 * stays inside. No handle, no path, no identifier of Messages; to the notify tier no content either.
 */
import type { ConversationId, DeliveryId } from '../contract/ids.ts'
import type { RelayMessage } from '../domain/message.ts'
import { clip, fileName, groupName, senderName } from '../domain/names-without-handles.ts'
import type { AttachmentDescription, InboundMessage, InboundNotice } from '../plugin-api/index.ts'

export interface Crossing {
  /** Bounded. */
  message: RelayMessage
  deliveryId: DeliveryId
  attempt: number
  conversationId: ConversationId
  /** Opaque id of the sender for this plugin: where the contacts know no name, it tells one stranger from the next. */
  personId: string
}

/** Leaves room in a frame even when every character is written as six bytes. */
const longestText = 32_768
const longestMime = 255
/** Looking for handles takes the square of a name's length. */
const longestUncut = 1_024
const longestExcerpt = 500
const mostAttachments = 20

export function toNotice(crossing: Crossing): InboundNotice {
  const { message, deliveryId, attempt, conversationId } = crossing
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
  }
}

/** The runner gives attachments the means to read them. */
type CrossingMessage = Omit<InboundMessage, 'attachments'> & { attachments: AttachmentDescription[] }

/** No longer than what is handed over: before transforms, since what they seal must not be cut. */
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
): AttachmentDescription => ({
  mime: mime === null ? null : clip(mime, longestMime),
  name: fileName(name, handle),
  size,
})
