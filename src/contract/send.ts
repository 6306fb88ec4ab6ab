/** Declares a message to be sent, with its state. */
import { type Static, Type } from '@sinclair/typebox'
import { fields } from './endpoint.ts'
import { Defaulted, Nullable, OneOf, Timestamp } from './fields.ts'
import { farthestScheduledDays, longestText } from './limits.ts'
import { sendTimePattern } from './send-time.ts'

/** Listed in the order in which a send passes through them. The last three end a send early or make it wait for a decision. */
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

/** The states of a send whose message is in the Messages database, whatever happened to the message since. */
export const landedStates: readonly string[] = ['landed', 'sent', 'delivered', 'read'] satisfies SendState[]

export const sendServices = ['iMessage', 'SMS', 'RCS'] as const
export type SendService = (typeof sendServices)[number]

export const Send = Type.Object({
  id: Type.String(),
  state: OneOf(
    sendStates,
    '`held`: waits for the owner, who releases or refuses the message within a day. `scheduled`: waits for `send_at`. `missed`: `send_at` passed while this Mac slept or the service was not running; the message is not sent until somebody decides. `queued`: waits to be handed to Messages. `handed_over`: Messages accepted the message. `landed`: the message is in the Messages database. `uncertain`: it is not known whether the message was sent, and the service does not send it again.',
  ),
  kind: OneOf(['text', 'file']),
  handle: Type.String({
    description: 'The recipient: a phone number or an e-mail address, or the chat identifier of a group.',
  }),
  chat_guid: Nullable(Type.String(), 'Null while the recipient has no chat yet.'),
  service: Nullable(Type.String(), 'The service that the message is sent by; null until it is known.'),
  sms_fallback: Type.Boolean({
    description: 'iMessage could not reach the recipient, so the message was sent as SMS.',
  }),
  rowid: Nullable(Type.Integer(), 'The ROWID of the message; null until it has landed.'),
  guid: Nullable(Type.String(), 'The GUID of the message; null until it has landed.'),
  error: Nullable(
    Type.Object({
      code: Type.String(),
      message: Type.String({ description: 'What went wrong, and what to do about it.' }),
    }),
  ),
  send_at: Nullable(Timestamp(), 'When the message is to be sent; null if it was not scheduled.'),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type Send = Static<typeof Send>

/** The states of a scheduled message. One that is `queued` is due and waits for the limit of messages in a minute. */
const scheduledStates = ['scheduled', 'queued', 'missed'] as const

export const Scheduled = Type.Object({
  id: Type.String({ description: 'The id of the send.' }),
  state: OneOf(
    scheduledStates,
    '`queued`: due, and waiting because of `send.per_minute`. `missed`: waits until somebody sends, reschedules or discards the message.',
  ),
  send_at: Timestamp(),
  kind: OneOf(['text', 'file']),
  handle: Type.String({
    description: 'The recipient: a phone number or an e-mail address, or the chat identifier of a group.',
  }),
  chat_guid: Nullable(Type.String(), 'Null while the recipient has no chat yet.'),
  service: Nullable(Type.String(), 'The only service that the message can be sent by; null if Messages chooses.'),
  text: Nullable(Type.String()),
  file_name: Nullable(Type.String()),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type Scheduled = Static<typeof Scheduled>

const Text = Type.String({
  minLength: 1,
  maxLength: longestText,
  description: 'The text. It is sent unchanged or refused.',
})
const Handle = Type.String({ minLength: 1, maxLength: 320, description: 'A phone number or an e-mail address.' })
const service = Type.Optional(OneOf(sendServices, 'Send only by this service. By default Messages chooses.'))
const confirm = Defaulted(
  Type.Boolean({
    description:
      'Confirms that the same text is to be sent to this many people. Needed after the error `confirmation_needed`.',
  }),
  false,
)

export const SendAt = Type.String({
  pattern: sendTimePattern,
  description: `When to send: ISO 8601 with a time zone, or a duration from now such as \`PT10S\`; at most ${farthestScheduledDays} days ahead. Until then the message can be changed and cancelled under /api/v1/scheduled.`,
})
const send_at = Type.Optional(SendAt)
/** The ledger of a Mac knows idempotency keys for a day, so an order of a hub must be over by then. */
const expires_in_s = Type.Optional(
  Type.Integer({
    minimum: 10,
    maximum: 43_200,
    description:
      'Seconds after which a message that is still queued fails instead of being sent late; 300 by default. Not for a scheduled message.',
  }),
)
const reason = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'The reason for the message. It is shown to the owner if the key has to ask before it sends.',
  }),
)

const from = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      'On a hub, the line that sends the message. By default the only line of the key, the line that last wrote with the person, or the default line of the hub.',
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
/** The other fields of the form. Its part `file` is the file itself. */
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
  send_now: Defaulted(Type.Boolean({ description: 'Send the message now instead.' }), false),
  confirm,
})

export const TapbackChange = fields({
  emoji: Type.String({
    minLength: 1,
    maxLength: 40,
    description: '❤️ 👍 👎 😂 ‼️ ❓, or any other emoji if this version of macOS supports that.',
  }),
  remove: Defaulted(Type.Boolean({ description: 'Remove the reaction.' }), false),
})
export const TextChange = fields({ text: Text })
