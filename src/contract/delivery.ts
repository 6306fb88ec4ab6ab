/**
 * Declares a delivery, one message for one plugin, as the API lists it. Only its details contain the content of the
 * message, for administrators.
 */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf, Timestamp } from './fields.ts'

/** The states of a delivery, in the order in which one passes them. */
export const deliveryProgress = ['queued', 'retrying', 'delivered', 'failed', 'filtered'] as const
export type DeliveryProgress = (typeof deliveryProgress)[number]

const AnswerStatus = (description: string) => Nullable(Type.Integer({ minimum: 0 }), description)

const shown = {
  id: Type.String({ description: 'The `delivery_id` that the plugin was handed.' }),
  plugin: Type.String(),
  state: OneOf(
    deliveryProgress,
    '`retrying`: at least one attempt failed. `failed`: no further attempt follows. `filtered`: dropped by a filter or by hand.',
  ),
  message_guid: Type.String(),
  rowid: Nullable(Type.Integer(), 'ROWID of the message in the Messages database, while the relay knows it.'),
  conversation_guid: Nullable(Type.String(), 'Null where Messages does not show the message any more.'),
  conversation_name: Nullable(Type.String()),
  sender: Nullable(Type.String(), 'Contact name, or the handle.'),
  created_at: Timestamp('When the relay accepted the message: ISO 8601 UTC'),
  settled_at: Nullable(Timestamp(), 'When it was delivered, failed or was filtered.'),
  duration_ms: Nullable(
    Type.Integer({ minimum: 0 }),
    'How long the last attempt took: until the receiver answered where the plugin tells, otherwise until the plugin was done.',
  ),
  answer_status: AnswerStatus(
    'What the receiver answered to the last attempt, such as 200 for HTTP; null where the plugin does not tell.',
  ),
  attempts: Type.Integer({ minimum: 0, description: 'Attempts that have ended' }),
  next_attempt_at: Nullable(
    Timestamp(),
    'While it is `retrying`: no earlier than the next attempt of the plugin, which is handed nothing until then.',
  ),
  last_error: Nullable(Type.String()),
  is_test: Type.Boolean({ description: 'Whether it is a test message, sent to this plugin alone.' }),
}

export const Delivery = Type.Object(shown)
export type Delivery = Static<typeof Delivery>

export const DeliveryPage = Type.Object({
  deliveries: Type.Array(Delivery, { description: 'Newest first.' }),
  cursor: Nullable(Type.String(), 'For the next page; null at the end.'),
})
export type DeliveryPage = Static<typeof DeliveryPage>

export const DeliveryAttempt = Type.Object({
  attempt: Type.Integer({ minimum: 1 }),
  ended_at: Timestamp(),
  duration_ms: Nullable(Type.Integer({ minimum: 0 }), 'Null where it is not known.'),
  answer_status: AnswerStatus('What the receiver answered; null where it did not, or the plugin does not tell.'),
  error: Nullable(Type.String(), 'Null for the attempt that succeeded.'),
  next_attempt_at: Nullable(Timestamp(), 'When the next attempt was planned.'),
})
export type DeliveryAttempt = Static<typeof DeliveryAttempt>

export const DeliveryDetails = Type.Object({
  ...shown,
  history: Type.Array(DeliveryAttempt, { description: 'Every attempt, oldest first.' }),
  handed: Type.Unknown({
    description:
      'Exactly the message that the plugin was handed, as JSON; only for `admin`. Null before the first attempt, and once the text is no longer kept.',
  }),
})
export type DeliveryDetails = Static<typeof DeliveryDetails>

/** The states in which a test may be when it is answered. */
const testProgress = ['delivered', 'failed', 'retrying', 'queued', 'filtered'] as const

export const TestResult = Type.Object({
  delivery_id: Type.String(),
  state: OneOf(
    testProgress,
    '`failed`: the plugin tried once and could not deliver it. `queued`: it was not tried within 15 seconds. `retrying`: the plugin stopped meanwhile. `filtered`: a filter dropped it.',
  ),
  duration_ms: Nullable(Type.Integer({ minimum: 0 }), 'How long the plugin took.'),
  error: Nullable(Type.String()),
  answer: Nullable(
    Type.Object({
      status: Nullable(Type.Integer(), 'Of its protocol, such as 200 or 503 for HTTP.'),
      body: Type.String({ description: 'The first 500 characters, without secrets of the settings.' }),
    }),
    'What the receiver answered, where the plugin tells.',
  ),
})
export type TestResult = Static<typeof TestResult>
