/** Declares a delivery, one message for one plugin, as the API lists it; it never contains the content of the message. */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf, Timestamp } from './fields.ts'

/** The states of a delivery, in the order in which one passes them. */
export const deliveryProgress = ['queued', 'retrying', 'delivered', 'failed', 'filtered'] as const
export type DeliveryProgress = (typeof deliveryProgress)[number]

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
  duration_ms: Nullable(Type.Integer({ minimum: 0 }), 'How long the plugin took for the last attempt.'),
  attempts: Type.Integer({ minimum: 0, description: 'Attempts that have ended' }),
  next_attempt_at: Nullable(Timestamp(), 'While it is `retrying`; the plugin’s own pause may be longer.'),
  last_error: Nullable(Type.String()),
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
  error: Nullable(Type.String(), 'Null for the attempt that succeeded.'),
  next_attempt_at: Nullable(Timestamp(), 'When the next attempt was planned.'),
})
export type DeliveryAttempt = Static<typeof DeliveryAttempt>

export const DeliveryDetails = Type.Object({
  ...shown,
  history: Type.Array(DeliveryAttempt, { description: 'Every attempt, oldest first.' }),
})
export type DeliveryDetails = Static<typeof DeliveryDetails>
