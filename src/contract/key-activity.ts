/** Declares what an API key did: what it read, sent and was refused, and what is conspicuous about it. */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf, Timestamp } from './fields.ts'
import { sendStates } from './send.ts'

const keyMarkKinds = ['first_send', 'hidden_person', 'unusual_rate'] as const
export type KeyMarkKind = (typeof keyMarkKinds)[number]

export const KeyMark = Type.Object({
  kind: OneOf(
    keyMarkKinds,
    '`first_send`: it sent for the first time; `hidden_person`: it tried for the first time to reach somebody whom its grant hides; `unusual_rate`: it asked ten times as much in an hour as it usually does.',
  ),
  at: Timestamp(),
})
export type KeyMark = Static<typeof KeyMark>

const count = (description: string) => Type.Integer({ minimum: 0, description })

const ReadConversation = Type.Object({
  guid: Type.String({ description: 'GUID of the chat.' }),
  name: Nullable(Type.String(), 'Null where the conversation is gone.'),
  is_group: Type.Boolean(),
  messages: count('Messages of it that were read, each time that they were.'),
})

const Day = Type.Object({
  day: Type.String({ description: 'YYYY-MM-DD, in UTC.' }),
  requests: count('Requests that were answered; lists of conversations count here only.'),
  messages: count('Messages that were read.'),
  refused: count('Requests that were refused.'),
  conversations: Type.Array(ReadConversation, { description: 'Those that it read most, a hundred at most.' }),
})

export const KeyActivity = Type.Object({
  id: Type.String({ description: 'The id of the key.' }),
  label: Type.String(),
  last_used_at: Nullable(Timestamp(), 'To the second, as far as this release has seen the key.'),
  last_used_on: Nullable(Type.String(), 'Day, YYYY-MM-DD.'),
  last_used_from: Nullable(Type.String(), 'Address of whoever used it last.'),
  days: Type.Array(Day, { description: 'Days of the last month on which it was used, the newest first.' }),
  sends: Type.Array(
    Type.Object({
      id: Type.String({ description: 'For `/api/v1/sends/{id}`.' }),
      at: Timestamp(),
      state: OneOf(sendStates),
      kind: OneOf(['text', 'file']),
      handle: Type.String({
        description: 'The recipient: a phone number or an e-mail address, or the chat identifier of a group.',
      }),
      chat_guid: Nullable(Type.String()),
      name: Nullable(Type.String(), 'The name of the recipient, if known.'),
      error_code: Nullable(Type.String()),
    }),
    { description: 'What it sent in the last week, the newest first, fifty at most; without texts.' },
  ),
  refusals: Type.Array(
    Type.Object({
      day: Type.String({ description: 'YYYY-MM-DD, in UTC.' }),
      code: Type.String({ description: 'The code of the error.' }),
      times: Type.Integer({ minimum: 1 }),
    }),
    { description: 'What it was refused in the last month, the newest first.' },
  ),
  marks: Type.Array(
    Type.Composite([KeyMark, Type.Object({ seen: Type.Boolean({ description: 'Whether the owner has seen it.' }) })]),
    { description: 'What is conspicuous, the newest first.' },
  ),
})
export type KeyActivity = Static<typeof KeyActivity>
