/**
 * Declares the envelope: a run of events of one Mac's journal, with the messages and conversations that they concern as
 * they are at the end of the run. Both ends, which may be of different releases, read it by this file.
 */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { isObject } from '../base/json-object.ts'
import type { Conversation } from '../contract/conversation.ts'
import type { PlacedMessage } from '../contract/placed-message.ts'
import { Count } from './fields.ts'
import { CarriedSend } from './orders.ts'

/** The version that this release writes. It reads this version and the one before. */
export const envelopeVersion = 1
const oldestRead = Math.max(1, envelopeVersion - 1)

/** Whether this release reads envelopes of a version. */
export const isRead = (version: number): boolean => version >= oldestRead && version <= envelopeVersion

/** The most events that one envelope carries. */
export const mostEvents = 100
/** The size that an envelope is meant to have; one event may need more. */
export const usualBytes = 256 * 1024

const Id = Type.String({ pattern: '^[0-9a-zA-Z_-]{1,64}$' })
const Guid = Type.String({ minLength: 1, maxLength: 512 })

/** An event as the Mac told it. Types that this release does not know are kept. */
const CarriedEvent = Type.Object({ id: Count, type: Type.String({ maxLength: 100 }) })

const Written = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]{8,18}Z$' })
const Maybe = <S extends TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]))

/**
 * Checks only what the hub itself relies on, since Mac and hub may be of different releases: a field that the Mac does
 * not know yet is filled in, and one that the hub does not know is left out.
 */
const CarriedMessage = Type.Unsafe<PlacedMessage>(
  Type.Object({
    conversation_guid: Guid,
    conversation_name: Type.String(),
    message: Type.Object({
      rowid: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      guid: Guid,
      text: Type.String(),
      sender: Type.String(),
      handle: Type.String(),
      is_from_me: Type.Boolean(),
      ts: Written,
      subject: Maybe(Type.String()),
      reply_to_guid: Maybe(Type.String()),
      reply_to: Maybe(Type.Object({ rowid: Count })),
      link_preview: Maybe(
        Type.Object({ url: Type.String(), title: Maybe(Type.String()), site_name: Maybe(Type.String()) }),
      ),
      edits: Type.Optional(Type.Array(Type.Object({ text: Maybe(Type.String()) }))),
      attachments: Type.Optional(
        Type.Array(
          Type.Object({
            id: Type.String(),
            filename: Type.String(),
            kind: Type.String(),
            is_sticker: Type.Boolean(),
            transcript: Maybe(Type.String()),
          }),
        ),
      ),
    }),
  }),
)

/** A conversation, with the GUIDs under which messages and events of the envelope name it. */
const CarriedConversation = Type.Object({
  guids: Type.Array(Guid, { minItems: 1, maxItems: 1_000 }),
  conversation: Type.Unsafe<Conversation>(
    Type.Object({
      guid: Guid,
      handle: Type.String(),
      addresses: Type.Array(Type.String()),
      display_name: Type.String(),
      last_message_ts: Written,
      last_message_rowid: Count,
      unread_count: Count,
      is_group: Type.Boolean(),
      participants: Type.Array(Type.Object({ handle: Type.String(), name: Type.String() })),
    }),
  ),
})

const common = {
  v: Type.Integer(),
  /** Counts the journals of the Mac. */
  generation: Type.Integer({ minimum: 1 }),
  /** The session that the hub granted last: of two Macs with one identity only one has it. */
  session: Id,
  /** The state of everything in the envelope is not older than this event. */
  version: Count,
  messages: Type.Array(CarriedMessage),
  conversations: Type.Array(CarriedConversation),
}

export const LiveEnvelope = Type.Object({
  ...common,
  kind: Type.Literal('live'),
  /** The last event before those of the envelope. A hub that has not read as far refuses the envelope. */
  after: Count,
  events: Type.Array(CarriedEvent, { minItems: 1, maxItems: mostEvents }),
  /** ROWIDs of events for which no message is shown: the row is gone, or never was a message. */
  gone: Type.Array(Count),
  /** The sends that the events concern, in their current state in the ledger. */
  sends: Type.Optional(Type.Array(CarriedSend)),
})
export type LiveEnvelope = Static<typeof LiveEnvelope>

/** A page of the past, which is everything from before the generation began, newest first. */
export const PastEnvelope = Type.Object({
  ...common,
  kind: Type.Literal('past'),
  /** The page starts below this ROWID; null for the first page. */
  before: Type.Union([Count, Type.Null()]),
  /** The next page starts below this ROWID; null after the last page. */
  next: Type.Union([Count, Type.Null()]),
})
export type PastEnvelope = Static<typeof PastEnvelope>

export type Envelope = LiveEnvelope | PastEnvelope

/** The field in which a later release may seal texts. This release refuses such an envelope. */
const sealedField = 'sealed'

export type ReadEnvelope = { ok: true; envelope: Envelope } | { ok: false; reason: string }

/** Reads an envelope from elsewhere. Unknown fields are ignored; nothing is guessed. */
export function readEnvelope(bytes: Uint8Array): ReadEnvelope {
  const given = parsed(bytes)
  if (!isObject(given)) return refused('is not a JSON object')
  const { v, kind } = given
  if (typeof v !== 'number' || !isRead(v)) return refused(`has version ${written(v)}`)
  if (given[sealedField] !== undefined) return refused('is sealed')
  const schema = kind === 'live' ? LiveEnvelope : kind === 'past' ? PastEnvelope : undefined
  if (schema === undefined) return refused(`is of kind ${written(kind)}`)
  const fault = faultOf(schema, given)
  if (fault !== undefined) return refused(fault)
  const envelope = given as unknown as Envelope
  const disorder = untimelyIn(envelope) ?? (envelope.kind === 'live' ? disorderIn(envelope) : undefined)
  return disorder === undefined ? { ok: true, envelope } : refused(disorder)
}

export const writeEnvelope = (envelope: Envelope): Uint8Array => new TextEncoder().encode(JSON.stringify(envelope))

/** The last event of the envelope. */
export const lastEvent = ({ events, after }: Pick<LiveEnvelope, 'events' | 'after'>): number =>
  events.at(-1)?.id ?? after

/** Names a date that does not exist, such as 31 February, which could not be sorted among the others. */
function untimelyIn({ messages, conversations }: Envelope): string | undefined {
  const times = [
    ...messages.map(({ message }) => message.ts),
    ...conversations.map((one) => one.conversation.last_message_ts),
  ]
  return times.every((ts) => Number.isFinite(Date.parse(ts))) ? undefined : 'has a date that is none'
}

function disorderIn({ events, after, version }: LiveEnvelope): string | undefined {
  let last = after
  for (const { id } of events) {
    if (id <= last) return `has event ${id} after ${last}`
    last = id
  }
  return version < last ? `has version ${version} before event ${last}` : undefined
}

/** Names only the place of the fault: the values are what people wrote. */
function faultOf(schema: TSchema, given: unknown): string | undefined {
  if (Value.Check(schema, given)) return undefined
  const fault = Value.Errors(schema, given).First()
  return `is wrong at ${fault?.path || '/'}: ${fault?.message ?? 'does not fit'}`
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return storable(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch {
    return undefined
  }
}

/** Replaces characters that no database stores as text: the character zero, and halves of surrogate pairs. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\ufffd')
  if (Array.isArray(value)) return value.map(storable)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [storable(name), storable(inner)]))
}

const refused = (reason: string) => ({ ok: false, reason }) as const
const written = (value: unknown): string => (typeof value === 'number' ? String(value) : 'that is unknown')
