/** Declares the report for monitors and the page on whether both processes are running. */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf } from './fields.ts'

export const Heartbeat = Type.Object({
  ok: Type.Literal(true),
  ts: Type.Number({ description: 'Unix seconds.' }),
  bridge_alive: Type.Boolean({ description: 'The bridge polled within the last ten seconds.' }),
  last_heartbeat: Nullable(Type.Number(), 'Unix seconds of the last poll of the bridge.'),
  last_message_ts: Nullable(Type.String(), 'ISO 8601 UTC of the newest relayed message.'),
  bridge: Type.Object({
    state: OneOf(['polling', 'degraded', 'unreadable', 'stopped']),
    reason: Nullable(Type.String()),
    pending: Type.Integer({ minimum: 0, description: 'Deliveries that are queued or retrying.' }),
    dead: Type.Integer({ minimum: 0, description: 'Failed deliveries. They are not retried.' }),
  }),
  sends: Type.Object({
    waiting: Type.Integer({ minimum: 0, description: 'Messages that wait to be sent.' }),
    oldest_waits_s: Nullable(Type.Number(), 'How many seconds the oldest of them has waited.'),
  }),
})
export type Heartbeat = Static<typeof Heartbeat>

export const Version = Type.Object({
  release: Type.String(),
  build: Type.String({ description: 'Commit or date of the build; `source` when the service runs from its sources.' }),
  node: Type.String(),
  os: Type.String(),
  journal: Nullable(
    Type.String(),
    'Identifies the journal. When this value changes, the journal was recreated or restored, and the ids of `/api/v1/events` start over. Null until the bridge has run.',
  ),
  ledger: Nullable(
    Type.String(),
    'Identifies the send ledger. When this value changes, the ledger was recreated or restored, and the idempotency keys of earlier sends are unknown. Null on a hub.',
  ),
  answers: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'On a hub: the operations of this document that the hub answers. A Mac answers all operations except those of hubs.',
    }),
  ),
})
export type Version = Static<typeof Version>
