/** Declares what the messages of a conversation hold: pictures and videos, links, and other files. */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable } from './fields.ts'
import { Attachment, LinkPreview, Message } from './message.ts'

/** `media` is pictures and videos; `files` is every other attachment, such as sound, contacts and documents. */
export const mediaKinds = ['media', 'links', 'files'] as const
export type MediaKind = (typeof mediaKinds)[number]

export const MediaItem = Type.Object({
  message: Type.Pick(Message, ['rowid', 'guid', 'sender', 'handle', 'is_from_me', 'ts'], {
    description: 'The message that holds it.',
  }),
  attachment: Nullable(Attachment, 'Null for a link.'),
  link: Nullable(LinkPreview, 'Null for an attachment. Only `url` is known of a link without a preview.'),
})
export type MediaItem = Static<typeof MediaItem>

export const MediaPage = Type.Object({
  items: Type.Array(MediaItem, { description: 'Newest first; those of one message in the order of the message.' }),
  cursor: Nullable(Type.String(), 'For the next page; null at the end.'),
})
export type MediaPage = Static<typeof MediaPage>
