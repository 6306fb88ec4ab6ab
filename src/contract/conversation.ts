/** Declares a conversation of the API: one person or one group, however many chats Messages keeps for it. */
import { type Static, Type } from '@sinclair/typebox'
import { categories } from './categories.ts'
import { Nullable, OneOf, Timestamp } from './fields.ts'

const Participant = Type.Object({
  handle: Type.String(),
  name: Type.String({ description: 'Contact name, or the handle' }),
  avatar_url: Nullable(Type.String(), 'Path on this service; null where there is no picture.'),
})

export const Conversation = Type.Object({
  guid: Type.String({
    description: 'Chat GUID. Where Messages has several for one person, that of the chat used last.',
  }),
  handle: Type.String({ description: 'Address of the person; of a group its chat identifier.' }),
  display_name: Type.String({ description: 'Contact name, name of the group, or the names of its members.' }),
  last_message: Type.String({ description: 'Text of the last message; never a tapback or a system line.' }),
  last_message_ts: Timestamp(),
  unread_count: Type.Integer({ minimum: 0 }),
  is_group: Type.Boolean(),
  category: OneOf(categories, 'Under which category Messages files it: `junk`, `transaction`, `promotion` …'),
  service: Type.String({ description: '`iMessage`, `SMS`, `RCS` …: what the last message went over.' }),
  participants: Type.Array(Participant),
  last_message_rowid: Type.Integer(),
  last_message_is_from_me: Type.Boolean(),
  last_message_sender: Nullable(Type.String(), 'Who wrote the last message; null for oneself.'),
  muted: Type.Boolean({ description: 'Alerts are hidden in Messages, as far as its database tells.' }),
})
export type Conversation = Static<typeof Conversation>
