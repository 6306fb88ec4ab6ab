/** Declares the events of the journal and the event stream: one shape for each type. */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { AlertEvent } from './alert.ts'
import { Delivery } from './delivery.ts'
import { Nullable, OneOf } from './fields.ts'
import { sendStates } from './send.ts'

const about = { chat_guid: Type.String(), rowid: Type.Integer() }
/** Null for a sticker, which is a picture. */
const emoji = Type.Union([Type.String(), Type.Null()])
const event = <T extends string, P extends Record<string, TSchema> = Record<never, never>>(
  type: T,
  more: P = {} as P,
) => Type.Object({ type: Type.Literal(type), ...about, ...more })

export const MessageEvent = Type.Union([
  event('new_message'),
  event('message_sent', { handle: Type.String() }),
  event('message_edited'),
  event('message_unsent'),
  event('message_delivered'),
  event('message_read'),
  event('tapback_added', { target_guid: Type.String(), emoji }),
  event('tapback_removed', { target_guid: Type.String(), emoji }),
  event('attachment_ready'),
  event('read_state'),
  event('conversation_changed'),
  Type.Object({
    type: Type.Literal('send_updated'),
    id: Type.String({ description: 'For `/api/v1/sends/{id}`.' }),
    state: OneOf(sendStates),
    chat_guid: Nullable(Type.String()),
    rowid: Nullable(Type.Integer()),
    error_code: Nullable(Type.String()),
  }),
])
export type MessageEvent = Static<typeof MessageEvent>

/** The last event of a stream that the service ends; it is sent as `event: dropped`. */
export const StreamDropped = Type.Object({
  type: Type.Literal('dropped'),
  reason: OneOf(
    ['too_slow', 'no_longer_admitted', 'stopping'],
    '`too_slow`: too much waited to be read; `no_longer_admitted`: the key or session ended; `stopping`: the service stops.',
  ),
})
export type StreamDropped = Static<typeof StreamDropped>

/**
 * Events that are not in the journal: they have no id and are not repeated, so that whoever reconnects reads the lists
 * anew. `deliveries_changed` stands for more changes than are told one by one.
 */
export const PassingEvent = Type.Union([
  Type.Object({ type: Type.Literal('delivery_updated'), delivery: Delivery }),
  Type.Object({ type: Type.Literal('deliveries_changed') }),
  Type.Object({ type: Type.Literal('conversation_archived'), chat_guid: Type.String(), archived: Type.Boolean() }),
  event('message_starred', { starred: Type.Boolean() }),
  AlertEvent,
])
export type PassingEvent = Static<typeof PassingEvent>

/**
 * The events of `/api/v1/events`. `reset` means that the id requested by a client is no longer kept, and that the
 * client has to read everything anew.
 */
export const StreamEvent = Type.Union([MessageEvent, PassingEvent, Type.Object({ type: Type.Literal('reset') })])
export type StreamEvent = Static<typeof StreamEvent>
