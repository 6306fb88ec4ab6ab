/**
 * What crosses to a plugin: a message cut down to the plugin's tier, built up from nothing so that what is not named here
 * stays inside. No handle, no path, no identifier of Messages; to the notify tier no content either.
 */
import type { ConversationId, DeliveryId } from '../contract/ids.ts'
import type { RelayMessage } from '../domain/message.ts'
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
const longestName = 255
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
    sender: senderName(crossing),
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

function senderName({ message: { sender, handle }, personId }: Crossing): string {
  const stranger = `Unknown sender ${personId.slice(0, 4).toUpperCase()}`
  if (sender.trim() === '' || sameWriting(sender, handle)) return stranger
  const name = withoutHandles(withoutHandle(sender, handle))
  return saysSomething(name) ? clip(name, longestName) : stranger
}

function groupName({ groupName: name, handle }: RelayMessage): string | null {
  if (name === null) return null
  const bare = withoutHandles(withoutHandle(name, handle))
  return saysSomething(bare) ? clip(bare, longestName) : null
}

/** File names keep their numbers (dates, counters) unless they are unmistakably a handle. */
const attachment = (
  { mime, name, size }: RelayMessage['attachments'][number],
  { handle }: RelayMessage,
): AttachmentDescription => ({
  mime: mime === null ? null : clip(mime, longestName),
  name: clip(withoutHandle(baseName(name), handle).replace(international, hidden).replace(email, hidden), longestName),
  size,
})

const hidden = '•••'
const email = /[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+/g
const international = /\+\d[\d\s().-]{5,}\d/g
const number = /\+?\(?\d[\d\s()./-]{4,}\d/g

const withoutHandles = (name: string): string => name.replace(email, hidden).replace(number, hidden)

/** A handle of letters alone ("AMAZON") may well be part of a name that anybody may see. */
function withoutHandle(name: string, handle: string): string {
  const digits = handle.replace(/\D/g, '')
  const bare = handle.includes('@') ? name.replaceAll(handle, hidden) : name
  return digits.length < 5 ? bare : bare.replaceAll(handle, hidden).replaceAll(digits, hidden)
}

const sameWriting = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

const saysSomething = (name: string): boolean => /[\p{L}\p{Extended_Pictographic}]/u.test(name.replaceAll(hidden, ''))

const baseName = (name: string): string => name.split(/[/\\]/).at(-1) ?? ''

/** Never between the halves of one character. */
function clip(text: string, length: number): string {
  if (text.length <= length) return text
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
