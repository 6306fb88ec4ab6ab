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
    description:
      'Chat GUID. Where Messages has several for one address, that of the chat used last; of a person with several addresses always that of the oldest. Every other GUID of the conversation leads here.',
  }),
  chat_rowid: Type.Integer({
    description: 'ROWID of the chat that `guid` names. It also stands for `guid` in requests.',
  }),
  handle: Type.String({
    description: 'Address of the person, the one used last; of a group its chat identifier.',
  }),
  addresses: Type.Array(Type.String(), {
    description:
      'All addresses of the person in Messages, the one used last first: a message to the conversation goes there. Empty for a group.',
  }),
  kept_separate: Type.Boolean({
    description: 'The addresses of this person are separate conversations because the owner wants it.',
  }),
  display_name: Type.String({ description: 'Contact name, name of the group, or the names of its members.' }),
  last_message: Type.String({ description: 'Text of the last message; never a tapback or a system line.' }),
  last_message_ts: Timestamp(),
  unread_count: Type.Integer({ minimum: 0 }),
  is_group: Type.Boolean(),
  category: OneOf(
    categories,
    'Under which category Messages files it: `junk`, `transaction`, `promotion` …; `other` where this version does not know the category.',
  ),
  service: Type.String({ description: '`iMessage`, `SMS`, `RCS` …: what the last message went over.' }),
  participants: Type.Array(Participant),
  last_message_rowid: Type.Integer(),
  last_message_is_from_me: Type.Boolean(),
  last_message_sender: Nullable(Type.String(), 'Who wrote the last message; null for oneself.'),
  muted: Type.Boolean({ description: 'Alerts are hidden in Messages, as far as its database tells.' }),
  archived: Type.Boolean({ description: 'Archived in this service. A newer message brings the conversation back.' }),
  line: Type.Optional(Type.String({ description: 'On a hub: the name of the line that has the conversation.' })),
})
export type Conversation = Static<typeof Conversation>

export const ConversationDetails = Type.Object({
  sent: Type.Integer({ minimum: 0, description: 'Messages of one’s own' }),
  received: Type.Integer({ minimum: 0, description: 'Messages of others' }),
  first: Nullable(Type.Object({ rowid: Type.Integer(), ts: Timestamp() }), 'The oldest message.'),
  members: Type.Array(
    Type.Composite([
      Participant,
      Type.Object({ conversation_guid: Nullable(Type.String(), 'The conversation with this person alone.') }),
    ]),
    { description: 'The other members of a group; empty for a person.' },
  ),
  shared_groups: Type.Array(
    Type.Object({
      guid: Type.String(),
      handle: Type.String({ description: 'Its chat identifier.' }),
      display_name: Type.String(),
      members: Type.Integer({ minimum: 0, description: 'Without oneself' }),
    }),
    { description: 'Groups with this person, the one with the newest message first; empty for a group.' },
  ),
})
export type ConversationDetails = Static<typeof ConversationDetails>
