/** Converts a message to the shape of the API. */
import { effectName } from '../../apple/effects.ts'
import type { Answered, LinkPreview, Message } from '../../contract/message.ts'
import { ownStatus } from '../../domain/history/own-status.ts'
import type { StoredAttachment } from '../attachments.ts'
import type { AssociatedRow } from './associated-rows.ts'
import type { ShownConversation } from './conversation-chats.ts'
import type { FoundMessage } from './found-message.ts'
import type { ReadMessage } from './message-words.ts'
import type { People } from './people.ts'
import { tapbacksAmong } from './tapbacks.ts'
import { wireAttachments } from './wire-attachment.ts'
import { wireMoment, wireTime } from './wire-time.ts'

export interface MessageContext {
  conversation: ShownConversation
  people: People
  nowMs: number
  words: string
  associated: readonly AssociatedRow[] | undefined
  stored: readonly StoredAttachment[]
  preview: LinkPreview | null
  answered: Answered | undefined
}

export function wireMessage(read: ReadMessage, context: MessageContext): Message {
  const { found, kind, edits, rich } = read
  const { people, nowMs, words } = context
  const isFromMe = found.is_from_me === 1
  const hasContent = kind !== 'system' && !edits.unsent
  const { tapbacks, tapback_details } = tapbacksAmong(context.associated, people)
  return {
    rowid: found.rowid,
    guid: found.guid,
    text: words,
    sender: isFromMe ? 'Me' : people.nameOf(addressOf(found, context)),
    handle: addressOf(found, context),
    is_from_me: isFromMe,
    ts: wireTime(found.sent_at_ms ?? 0),
    read_at: wireMoment(found.read_at_ms, nowMs),
    tapbacks,
    tapback_details,
    reply_to_guid: found.reply_to || null,
    reply_to: context.answered ?? null,
    edited: edits.edited,
    attachments: hasContent ? wireAttachments(context.stored, rich.attachments) : [],
    kind,
    service: found.service ?? '',
    status: isFromMe && kind !== 'system' ? statusOf(found) : null,
    error_code: found.error || null,
    edited_at: wireMoment(edits.editedAtMs, nowMs),
    edits: edits.versions,
    unsent: edits.unsent,
    delivered_at: wireMoment(found.delivered_at_ms, nowMs),
    subject: edits.unsent ? null : found.subject || null,
    effect: effectName(found.style_id),
    link_preview: hasContent ? context.preview : null,
    mentions: hasContent ? rich.mentions : [],
  }
}

/** For an own message in a group, the identifier of the group. */
function addressOf({ is_from_me, handle }: FoundMessage, { conversation }: MessageContext): string {
  const [chat] = conversation.chats
  if (handle === null || (is_from_me === 1 && conversation.isGroup)) return chat.identifier
  return handle
}

const statusOf = ({ error, is_sent, is_delivered, delivered_at_ms, read_at_ms }: FoundMessage) =>
  ownStatus({
    error: error ?? 0,
    isSent: is_sent === 1,
    isDelivered: is_delivered === 1 || delivered_at_ms !== null,
    isRead: read_at_ms !== null,
  })
