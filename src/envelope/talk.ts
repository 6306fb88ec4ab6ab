/** Declares the requests of a Mac to the hub beside envelopes: the hello, and how far the hub has read. */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { Count, Session, Short } from './fields.ts'

export const Hello = Type.Object({
  /** Distinguishes two Macs with one identity. */
  instance: Short,
  /** The ids of the Mac's journal of events, and of its send ledger. */
  journal: Short,
  ledger: Short,
  /** The newest event of the journal. */
  position: Count,
  /** Whether the journal no longer has the events after the mark. */
  reset: Type.Boolean(),
  release: Type.String({ maxLength: 64 }),
  /** A new id at each start of the program, which is all that distinguishes two Macs that are copies of each other. */
  run: Type.Optional(Short),
  /** The version of the envelopes that the Mac writes. */
  v: Type.Optional(Count),
})
export type Hello = Static<typeof Hello>

export const longestReason = 200

/** Asks how far the hub has read. An uplink that does not hold the session is told that another one does. */
export const MarkAsked = Type.Object({
  ...Session,
  /** The newest event of the journal. */
  newest: Type.Optional(Count),
  /** The reason why NATS accepts nothing that the Mac publishes. */
  unpublished: Type.Optional(Type.String({ maxLength: longestReason })),
})

/** The hub's position in the past, which is everything from before the generation began. */
const Past = Type.Object({ done: Type.Boolean(), before: Type.Union([Count, Type.Null()]) })

/** The hub's position in a stream. Another `created` means another stream, whose numbers start anew. */
const Reached = Type.Object({ created: Type.String(), position: Count })

export const Mark = Type.Object({
  generation: Type.Integer({ minimum: 1 }),
  session: Short,
  /** The last event that the hub has for good. */
  mark: Count,
  past: Past,
  live_stream: Reached,
  past_stream: Reached,
})
export type Mark = Static<typeof Mark>

/**
 * `unknown`: the Mac was never added, or was revoked; `another`: a Mac with the same identity holds the session and was
 * seen a moment ago; `version`: the hub cannot read its envelopes.
 */
const refusals = ['unknown', 'another', 'version'] as const
export const Refusal = Type.Object({ refused: Type.Union(refusals.map((reason) => Type.Literal(reason))) })
export type Refusal = Static<typeof Refusal>

export type Answer = Mark | Refusal

/** The time of the hub, for decisions that a wrong clock of a Mac must not affect. */
export const HubTime = Type.Object({ ms: Count })
export type HubTime = Static<typeof HubTime>

/** Returns undefined if the bytes do not match the schema. */
export function readAs<S extends TSchema>(schema: S, bytes: Uint8Array): Static<S> | undefined {
  try {
    const given: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return Value.Check(schema, given) ? given : undefined
  } catch {
    return undefined
  }
}

export const Answered = Type.Union([Mark, Refusal])

export const isRefusal = (answer: Answer): answer is Refusal => 'refused' in answer
