/** Declares the report on whether both processes run, for monitors and the page. */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf } from './fields.ts'

export const Heartbeat = Type.Object({
  ok: Type.Literal(true),
  ts: Type.Number({ description: 'Unix seconds' }),
  bridge_alive: Type.Boolean({ description: 'The bridge polled within the last ten seconds.' }),
  last_heartbeat: Nullable(Type.Number(), 'Unix seconds of the last poll.'),
  last_message_ts: Nullable(Type.String(), 'ISO 8601 UTC of the most recent relayed message.'),
  bridge: Type.Object({
    state: OneOf(['polling', 'degraded', 'unreadable', 'stopped']),
    reason: Nullable(Type.String()),
    pending: Type.Integer({ minimum: 0, description: 'Deliveries that wait' }),
    dead: Type.Integer({ minimum: 0, description: 'Deliveries that failed for good' }),
  }),
  sends: Type.Object({
    waiting: Type.Integer({ minimum: 0, description: 'Messages that wait to be sent' }),
    oldest_waits_s: Nullable(Type.Number(), 'For how long the first of them does.'),
  }),
})
export type Heartbeat = Static<typeof Heartbeat>

export const Version = Type.Object({
  release: Type.String(),
  build: Type.String({ description: 'Commit or date of the build; `source` when it runs from its sources.' }),
  node: Type.String(),
  os: Type.String(),
  journal: Nullable(
    Type.String(),
    'Another one means that ids of `/api/v1/events` count anew, since the journal was begun anew or restored; null until the bridge has run.',
  ),
  ledger: Nullable(
    Type.String(),
    'Another one means that idempotency keys of sends before are not known: the ledger was begun anew or restored. Null on a hub.',
  ),
  answers: Type.Optional(
    Type.Array(Type.String(), {
      description: 'On a hub: the operations of this document that it answers. A Mac answers all but those of hubs.',
    }),
  ),
})
export type Version = Static<typeof Version>
