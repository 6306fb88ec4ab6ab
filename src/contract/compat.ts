/** Declares what the listener for BlueBubbles' clients says of itself: whether it listens, its password, its webhooks. */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf, Timestamp } from './fields.ts'
import { ApiKey } from './key.ts'

/** `starting`: it was just turned on or changed; `not_running`: the web process, which would open it, does not run. */
const listenerStates = ['off', 'starting', 'listening', 'cannot_listen', 'not_running'] as const
export type ListenerState = (typeof listenerStates)[number]

/** `paused`: the listener is off, or the key is revoked by which the webhook was registered. */
const compatWebhookStates = ['ok', 'waiting', 'failing', 'paused'] as const

export const CompatWebhook = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  url: Type.String({ description: 'Without the values of its query, which often contain a password.' }),
  events: Type.Array(Type.String()),
  created_at: Timestamp(),
  state: OneOf(compatWebhookStates),
  queued: Type.Integer({ minimum: 0, description: 'Events that wait for it.' }),
  dropped: Type.Integer({
    minimum: 0,
    description: 'Events that it was never told: it refused each for good, or did not accept it for a day.',
  }),
  dropped_after_a_day: Type.Integer({
    minimum: 0,
    description: 'Events that it did not accept for a day, since it accepted one for the last time.',
  }),
  last_answer_at: Nullable(Timestamp()),
  last_answer: Nullable(Type.String(), 'The status of its last answer, or why there was none.'),
  failing_since: Nullable(Timestamp()),
  next_attempt_at: Nullable(Timestamp()),
})
export type CompatWebhook = Static<typeof CompatWebhook>

export const BlueBubblesState = Type.Object({
  state: OneOf(listenerStates),
  url: Type.String({ description: 'The address for clients on this Mac, without the password.' }),
  host: Type.String(),
  port: Type.Integer({ minimum: 0, maximum: 65_535 }),
  problem: Nullable(
    Type.Object({ code: Type.String({ description: 'One of the error codes.' }), message: Type.String() }),
    'Why it cannot listen.',
  ),
  key: Nullable(ApiKey, 'The API key that was made as its password; null before, and once that key is revoked.'),
  webhooks: Type.Array(CompatWebhook),
})
export type BlueBubblesState = Static<typeof BlueBubblesState>

export const CompatState = Type.Object({ bluebubbles: BlueBubblesState })

export const BlueBubblesPassword = Type.Object({
  url: Type.String({ description: 'The address for clients on this Mac.' }),
  password: Type.String({ description: 'An API key. It is shown this once.' }),
})
export type BlueBubblesPassword = Static<typeof BlueBubblesPassword>
