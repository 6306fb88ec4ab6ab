/**
 * Declares a message of the API as a person sees it in Messages, including its tapbacks, edits, previews and
 * attachments.
 */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf, Timestamp } from './fields.ts'

const attachmentKinds = ['image', 'video', 'audio', 'contact', 'location', 'file'] as const
const attachmentStates = ['ready', 'arriving', 'missing'] as const
const messageKinds = ['text', 'system', 'app'] as const
const messageStatuses = ['pending', 'sent', 'delivered', 'read', 'failed'] as const

export const Attachment = Type.Object({
  id: Type.String({ description: 'For `/api/v1/attachments/{id}`.' }),
  filename: Type.String(),
  mime_type: Type.String(),
  size: Type.Integer({ minimum: 0, description: 'Bytes' }),
  kind: OneOf(attachmentKinds),
  state: OneOf(
    attachmentStates,
    '`missing`: not on this Mac; Messages fetches it when the conversation is opened there.',
  ),
  is_sticker: Type.Boolean(),
  width: Nullable(Type.Integer(), 'Pixels, where known.'),
  height: Nullable(Type.Integer(), 'Pixels, where known.'),
  duration_s: Nullable(Type.Number(), 'Of sound and film, where known.'),
  transcript: Nullable(Type.String(), 'Of a voice message.'),
  url: Type.String({ description: 'Path on this service.' }),
  thumbnail_url: Nullable(Type.String(), 'Path on this service; null where there is no picture of it.'),
})
export type Attachment = Static<typeof Attachment>

export const TapbackDetail = Type.Object({
  emoji: Nullable(Type.String(), 'Null for a sticker.'),
  handle: Nullable(Type.String(), 'Null for oneself.'),
  sender: Type.String(),
  is_from_me: Type.Boolean(),
  ts: Timestamp(),
  part: Nullable(Type.Integer(), 'Which part of the message; null for all of it.'),
})

export const LinkPreview = Type.Object({
  url: Type.String(),
  title: Nullable(Type.String()),
  summary: Nullable(Type.String()),
  site_name: Nullable(Type.String()),
  image_url: Nullable(Type.String(), 'Path on this service, where Messages keeps a picture.'),
})
export type LinkPreview = Static<typeof LinkPreview>

export const Mention = Type.Object({
  handle: Type.String(),
  start: Type.Integer({ description: 'UTF-16 code units of `text`' }),
  length: Type.Integer(),
})
export type Mention = Static<typeof Mention>

export const EarlierVersion = Type.Object({ text: Nullable(Type.String()), ts: Nullable(Timestamp()) })
export type EarlierVersion = Static<typeof EarlierVersion>

export const Answered = Type.Object({
  rowid: Type.Integer(),
  sender: Type.String(),
  is_from_me: Type.Boolean(),
  text: Type.String({ description: 'Its beginning; empty where there is none.' }),
})
export type Answered = Static<typeof Answered>

export const Message = Type.Object({
  rowid: Type.Integer(),
  guid: Type.String(),
  text: Type.String({ description: 'Empty where there is none: an attachment alone, or a message that was unsent.' }),
  sender: Type.String({ description: 'Contact name, or the handle; `Me` for oneself.' }),
  handle: Type.String({ description: 'Address of the other person: who wrote it, or whom it was written to.' }),
  is_from_me: Type.Boolean(),
  ts: Timestamp(),
  read_at: Nullable(Timestamp(), 'When it was read: by oneself, or by the recipient of one’s own.'),
  tapbacks: Type.Array(Type.String(), { description: 'One emoji for each active tapback, oldest first.' }),
  reply_to_guid: Nullable(Type.String(), 'Root of the thread that it answers in.'),
  reply_to: Nullable(Answered, 'That root, where it is still in the conversation.'),
  edited: Type.Boolean(),
  attachments: Type.Array(Attachment),
  kind: OneOf(messageKinds),
  service: Type.String(),
  status: Nullable(OneOf(messageStatuses), 'Of one’s own messages.'),
  error_code: Nullable(Type.Integer(), 'The number that Messages gives for a failure.'),
  edited_at: Nullable(Timestamp()),
  edits: Type.Array(EarlierVersion, { description: 'Earlier versions, oldest first.' }),
  unsent: Type.Boolean(),
  delivered_at: Nullable(Timestamp()),
  subject: Nullable(Type.String()),
  effect: Nullable(Type.String(), 'Name of the bubble or screen effect, such as `slam` or `confetti`.'),
  link_preview: Nullable(LinkPreview),
  mentions: Type.Array(Mention),
  tapback_details: Type.Array(TapbackDetail),
  starred: Type.Boolean({ description: 'Starred in this service; Messages has no stars.' }),
  one_time_codes: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Where Messages has marked codes for signing in: each as it stands in the text.',
    }),
  ),
})
export type Message = Static<typeof Message>
