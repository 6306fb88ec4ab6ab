/**
 * Declares the events of the journal and the event stream: one shape for each type.
 *
 * A program that keeps a copy of Messages' rows follows them and fetches each row by its ROWID from `/api/v1/rows`. Every
 * row that `/rows` shows is told once when it comes, whoever wrote it and whether the relay is concerned with it or not:
 * `new_message`, `message_sent` for one's own, `tapback_added` and `tapback_removed`, `system_line` for what happened to the
 * conversation (its name, its members, its picture), and `conversation_changed` for everything else that has a row: votes,
 * new states of an app balloon, previews of links, messages that are to be sent later, repeated copies, and old rows of any
 * kind that arrive late. Only a row that is not yet joined to a conversation is told later, when it is.
 *
 * Changes of rows of the last week are told as well: `message_edited`, `message_unsent` (also of a part),
 * `message_delivered` and `message_read` of one's own messages, `read_state` of those of others, `attachment_ready`, and
 * `conversation_changed` for any other change, and for a row that is gone. A tapback that is taken back may leave no row.
 */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { AlertEvent } from './alert.ts'
import { Delivery } from './delivery.ts'
import { Nullable, OneOf, Timestamp } from './fields.ts'
import { sendStates } from './send.ts'

const about = { chat_guid: Type.String(), rowid: Type.Integer() }
/** Null for a sticker, which is a picture. */
const emoji = Type.Union([Type.String(), Type.Null()])
const event = <T extends string, P extends Record<string, TSchema> = Record<never, never>>(
  type: T,
  description: string,
  more: P = {} as P,
) => Type.Object({ type: Type.Literal(type), ...about, ...more }, { description })

export const MessageEvent = Type.Union([
  event('new_message', 'Somebody wrote a message, whether the relay is concerned with it or not.'),
  event(
    'message_sent',
    'One’s own new message, from whichever device. One that Messages itself was to send later is told when it goes out.',
    { handle: Type.String() },
  ),
  event('message_edited', 'A message, or a part of it, was edited.'),
  event('message_unsent', 'A message, or a part of it, was unsent.'),
  event('message_delivered', 'One’s own message was delivered.'),
  event('message_read', 'One’s own message was read by the recipient.'),
  event('tapback_added', 'A new tapback; `rowid` is its own row.', { target_guid: Type.String(), emoji }),
  event(
    'tapback_removed',
    'A tapback was taken back; `rowid` is the row that says so, or that of the tapback where Messages deleted it.',
    { target_guid: Type.String(), emoji },
  ),
  event(
    'system_line',
    'A line of Messages itself: somebody named the group, joined, left or changed its picture, and the like. A `conversation_changed` follows it.',
  ),
  event('attachment_ready', 'A file of a message has arrived on this Mac.'),
  event('read_state', 'A message was read on this Mac or another device of one’s own.'),
  event(
    'conversation_changed',
    'Any other change: a vote, a message to be sent later, a row that is gone, or an old row of any kind that arrives late and is no news.',
  ),
  Type.Object(
    {
      type: Type.Literal('send_updated'),
      id: Type.String({ description: 'For `/api/v1/sends/{id}`.' }),
      state: OneOf(sendStates),
      chat_guid: Nullable(Type.String()),
      rowid: Nullable(Type.Integer()),
      error_code: Nullable(Type.String()),
    },
    { description: 'A message that was sent through this service has another state.' },
  ),
])
export type MessageEvent = Static<typeof MessageEvent>

/** The last event of a stream that the service ends; it is sent as `event: dropped`. */
export const StreamDropped = Type.Object({
  type: Type.Literal('dropped'),
  reason: OneOf(
    ['too_slow', 'no_longer_admitted', 'stopping'],
    '`too_slow`: too much waited to be read; `no_longer_admitted`: the key or session ended, or the key’s grant was changed; `stopping`: the service stops.',
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
  event('message_starred', 'A message was starred in this service, or lost its star.', { starred: Type.Boolean() }),
  AlertEvent,
])
export type PassingEvent = Static<typeof PassingEvent>

const ofMac = { mac: Type.String({ description: 'Its id.' }), name: Type.String() }

/** Events of a hub about its Macs. */
export const MacEvent = Type.Union([
  Type.Object(
    { type: Type.Literal('mac_silent'), ...ofMac, last_seen_at: Timestamp() },
    { description: 'Nothing was heard of a Mac for as long as `alerts.mac_silent_minutes` says.' },
  ),
  Type.Object({ type: Type.Literal('mac_back'), ...ofMac }, { description: 'It is heard of again.' }),
])
export type MacEvent = Static<typeof MacEvent>

/**
 * The events of `/api/v1/events`. `reset` means that the id requested by a client is no longer kept, and that the
 * client has to read everything anew.
 */
export const StreamEvent = Type.Union([
  MessageEvent,
  MacEvent,
  PassingEvent,
  Type.Object({ type: Type.Literal('reset') }),
])
export type StreamEvent = Static<typeof StreamEvent>
