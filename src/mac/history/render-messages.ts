/** Turns rows of one conversation into messages, and loads what belongs to them with one query for each kind. */

import { effectName } from '../../apple/effects.ts'
import { serviceName } from '../../apple/service-name.ts'
import type { Answered, LinkPreview, Message } from '../../contract/message.ts'
import { ownStatus } from '../../domain/history/own-status.ts'
import type { Attachments, StoredAttachment } from '../attachments.ts'
import type { AnsweredMessages } from './answered.ts'
import type { AssociatedRow, AssociatedRows, Target } from './associated-rows.ts'
import { withVotesOnStates } from './balloon-states.ts'
import type { ShownConversation } from './conversation-chats.ts'
import type { FoundMessage } from './found-message.ts'
import { type LinkPreviews, type PreviewRow, wirePreview } from './link-previews.ts'
import { type ReadMessage, readMessage, wordsOf } from './message-words.ts'
import type { People } from './people.ts'
import type { InChat } from './repeats.ts'
import { tapbacksAmong } from './tapbacks.ts'
import { wireAttachments } from './wire-attachment.ts'
import { wireMoment, wireTime } from './wire-time.ts'

interface RenderDeps {
  people: People
  attachments: Attachments
  associated: AssociatedRows
  previews: LinkPreviews
  answered: AnsweredMessages
  starredAmong(guids: readonly string[]): ReadonlySet<string>
  nowMs(): number
}

export type RenderMessages = (rows: readonly InChat[], conversation: ShownConversation) => Message[]

export function messageRenderer({
  people,
  attachments,
  associated,
  previews,
  answered,
  starredAmong,
  nowMs,
}: RenderDeps): RenderMessages {
  return (rows, conversation) => {
    const read = rows.map(({ found, chatId }) => withPreview(readMessage(found), previews, chatId))
    const belonging = associatedOf(read, associated)
    const stored = attachments.storedOfMessages(read.flatMap(rowsWithFiles))
    const roots = answered.of(
      read.flatMap(({ found }) => found.reply_to || []),
      conversation,
    )
    const starred = starredAmong(read.map(({ found }) => found.guid))
    const [atMs, none] = [nowMs(), []]
    return read.map((row) => {
      const { guid, rowid } = row.found
      const associated = belonging.get(guid)
      return wireMessage(row, {
        conversation,
        people,
        associated,
        nowMs: atMs,
        words: wordsOf(row, people, associated),
        stored: withNamed(stored.get(rowid) ?? none, row.rich, attachments),
        answered: roots.get(row.found.reply_to ?? ''),
        isStarred: starred.has(guid),
        preview: row.preview === undefined ? null : wirePreview(row.preview, stored.get(row.preview.rowid)),
      })
    })
  }
}

/** Adds the attachments that only the body names. */
function withNamed(
  stored: readonly StoredAttachment[],
  { attachments: named }: ReadMessage['rich'],
  { inNoMessage }: Pick<Attachments, 'inNoMessage'>,
): readonly StoredAttachment[] {
  return stored.length >= named.length ? stored : [...stored, ...inNoMessage(named.map(({ guid }) => guid))]
}

type WithPreview = ReadMessage & { preview: PreviewRow | undefined }

function withPreview(read: ReadMessage, previews: LinkPreviews, chatId: number): WithPreview {
  const isText = read.kind === 'text' && !read.edits.unsent
  return { ...read, preview: isText ? previews.of(read.found, { chatId, text: read.text }) : undefined }
}

function associatedOf(read: readonly ReadMessage[], rows: AssociatedRows): Map<string, AssociatedRow[]> {
  const associated = rows.of(read.filter(({ kind }) => kind !== 'system').map(targetOf))
  return withVotesOnStates(associated, rows)
}

/** There may be a text between any two attachments, and unsent parts keep their numbers. */
const targetOf = ({ found, edits, rich }: ReadMessage): Target => ({
  guid: found.guid,
  parts: Math.max(found.part_count ?? 0, edits.parts, rich.attachments.length * 2 + 1),
})

const rowsWithFiles = ({ found, kind, preview }: WithPreview): number[] => [
  ...(found.has_attachments === 1 && kind !== 'system' ? [found.rowid] : []),
  ...(preview === undefined || preview.rowid === found.rowid ? [] : [preview.rowid]),
]

interface MessageContext {
  conversation: ShownConversation
  people: People
  nowMs: number
  words: string
  associated: readonly AssociatedRow[] | undefined
  stored: readonly StoredAttachment[]
  preview: LinkPreview | null
  answered: Answered | undefined
  isStarred: boolean
}

/** Converts a message to the shape of the API. */
function wireMessage(read: ReadMessage, context: MessageContext): Message {
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
    service: serviceName(found.service),
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
    starred: hasContent && context.isStarred,
    ...(hasContent && rich.codes.length > 0 && { one_time_codes: rich.codes }),
  }
}

/** Returns the identifier of the group for an own message in a group. */
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
