/** Declares the explanation of why a message was, or was not, relayed. */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf, Timestamp } from './fields.ts'

export const Trace = Type.Object({
  rowid: Type.Integer(),
  guid: Type.String(),
  lane: OneOf(
    ['relayed', 'history', 'skipped', 'waiting', 'unknown'],
    '`unknown`: the bridge has not seen it, or forgot it.',
  ),
  outcome: Type.String({
    description: '`relayed`, `history`, or why it was skipped: `out_of_scope`, `echo` …',
  }),
  explanation: Type.String({ description: 'The outcome in a sentence.' }),
  taken_in_at: Nullable(Timestamp()),
  steps: Type.Array(
    Type.Object({
      step: OneOf(['complete', 'repeat', 'age', 'scope', 'echo', 'transforms', 'fan_out']),
      verdict: OneOf(['passed', 'stopped', 'not_reached']),
      note: Type.String(),
    }),
  ),
  deliveries: Type.Array(
    Type.Object({
      id: Type.String(),
      integration: Type.String(),
      state: OneOf(['pending', 'acked', 'dead', 'skipped']),
      attempts: Type.Integer(),
      next_attempt_at: Nullable(Timestamp()),
      settled_at: Nullable(Timestamp()),
      last_error: Nullable(Type.String()),
    }),
  ),
  rules: Type.Array(
    Type.Object({
      rule_id: Type.String(),
      outcome: Type.String({ description: '`fired`, or why it did not.' }),
      at: Timestamp(),
    }),
  ),
})
export type Trace = Static<typeof Trace>
