/** Declares a message to be sent, with its state. */
import { type Static, Type } from '@sinclair/typebox'
import { fields } from './endpoint.ts'
import { Defaulted, Nullable, OneOf, Timestamp } from './fields.ts'
import { farthestScheduledDays, longestText } from './limits.ts'
import { sendTimePattern } from './send-time.ts'

/** Listed in the order in which a message passes them; the last three end a send early, or make it wait for a decision. */
export const sendStates = [
  'held',
  'scheduled',
  'queued',
  'handed_over',
  'landed',
  'sent',
  'delivered',
  'read',
  'failed',
  'uncertain',
  'missed',
] as const
export type SendState = (typeof sendStates)[number]

/** The states of a message that is in the Messages database, whatever happened to it since. */
export const landedStates: readonly string[] = ['landed', 'sent', 'delivered', 'read'] satisfies SendState[]

export const sendServices = ['iMessage', 'SMS', 'RCS'] as const
export type SendService = (typeof sendServices)[number]

export const Send = Type.Object({
  id: Type.String(),
  state: OneOf(
    sendStates,
    '`held`: waits for the owner, who sends or refuses it within a day; `scheduled`: waits for its `send_at`; `missed`: its time passed while this Mac slept or the service did not run, so it is not sent until somebody decides; `handed_over`: Messages has it; `landed`: it stands in the Messages database; `uncertain`: nothing says whether it went, and it is never sent again by itself.',
  ),
  kind: OneOf(['text', 'file']),
  handle: Type.String({ description: 'Whom it goes to; of a group its chat identifier.' }),
  chat_guid: Nullable(Type.String(), 'Null until a person who was never written to has a chat.'),
  service: Nullable(Type.String(), 'By which it goes, once that is known.'),
  sms_fallback: Type.Boolean({
    description: 'iMessage could not reach the recipient, so that it was sent as SMS instead.',
  }),
  rowid: Nullable(Type.Integer(), 'Of its message, once it has landed.'),
  guid: Nullable(Type.String(), 'Of its message, once it has landed.'),
  error: Nullable(
    Type.Object({
      code: Type.String(),
      message: Type.String({ description: 'What went wrong, and what to do about it.' }),
    }),
  ),
  send_at: Nullable(Timestamp(), 'When it is to be sent; null for a message that was not scheduled.'),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type Send = Static<typeof Send>

/** The states of a scheduled message; `queued` is due and waits for its turn. */
const scheduledStates = ['scheduled', 'queued', 'missed'] as const

export const Scheduled = Type.Object({
  id: Type.String({ description: 'The same as that of its send.' }),
  state: OneOf(
    scheduledStates,
    '`queued`: due, and waiting because of `send.per_minute`; `missed`: asks to be sent, moved or discarded.',
  ),
  send_at: Timestamp(),
  kind: OneOf(['text', 'file']),
  handle: Type.String({ description: 'Whom it goes to; of a group its chat identifier.' }),
  chat_guid: Nullable(Type.String(), 'Null until a person who was never written to has a chat.'),
  service: Nullable(Type.String(), 'By which alone it may go.'),
  text: Nullable(Type.String()),
  file_name: Nullable(Type.String()),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type Scheduled = Static<typeof Scheduled>

const Text = Type.String({ minLength: 1, maxLength: longestText, description: 'Arrives as it stands, or is refused.' })
const Handle = Type.String({ minLength: 1, maxLength: 320, description: 'A phone number or an e-mail address.' })
const service = Type.Optional(OneOf(sendServices, 'By this service alone; otherwise as Messages sees fit.'))
const confirm = Defaulted(
  Type.Boolean({
    description: 'That the same text is meant to go to so many people; asked for by `confirmation_needed`.',
  }),
  false,
)

export const SendAt = Type.String({
  pattern: sendTimePattern,
  description: `When to send: ISO 8601 with a time zone, or a duration from now such as \`PT10S\`; at most ${farthestScheduledDays} days ahead. Until then it can be changed and cancelled under /api/v1/scheduled.`,
})
const send_at = Type.Optional(SendAt)
/** The ledger of a Mac knows idempotency keys for a day, so an order of a hub must be over by then. */
const expires_in_s = Type.Optional(
  Type.Integer({
    minimum: 10,
    maximum: 43_200,
    description: 'After how many seconds it fails instead of going late, 300 by default. Not for a scheduled message.',
  }),
)
const reason = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'Why, for the owner, where the key has to ask before it sends.',
  }),
)

const from = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      'On a hub, the line by which it leaves: by default that of the key, the one that last spoke with the person, or the default of the hub.',
  }),
)

/** The optional fields of every request to send. */
const options = { confirm, send_at, expires_in_s, reason }

export const SendToHandle = fields({ handle: Handle, text: Text, service, from, ...options })
export const SendToChat = fields({
  guid: Type.String({
    minLength: 1,
    maxLength: 512,
    description: 'A chat GUID under any of its spellings, or the ROWID of a chat.',
  }),
  text: Text,
  ...options,
})
/** The other fields of the form, whose part `file` is the file itself. */
export const SendFile = fields({
  handle: Type.String({
    minLength: 1,
    maxLength: 512,
    description: 'A phone number, an e-mail address or a chat GUID.',
  }),
  text: Type.Optional(Text),
  service,
  from,
  ...options,
})

export const ScheduledChange = fields({
  text: Type.Optional(Text),
  send_at,
  send_now: Defaulted(Type.Boolean({ description: 'Sends it now instead.' }), false),
  confirm,
})

export const TapbackChange = fields({
  emoji: Type.String({
    minLength: 1,
    maxLength: 40,
    description: '❤️ 👍 👎 😂 ‼️ ❓, or where this macOS knows it any other emoji.',
  }),
  remove: Defaulted(Type.Boolean({ description: 'Takes the reaction back.' }), false),
})
export const TextChange = fields({ text: Text })
