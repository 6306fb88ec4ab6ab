/** What the journal records and the event stream tells: one shape for each type. */
import { type Static, Type } from '@sinclair/typebox'

const about = { chat_guid: Type.String(), rowid: Type.Integer() }
const event = <T extends string, P extends Record<string, ReturnType<typeof Type.String>>>(
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
  event('tapback_added', { target_guid: Type.String(), emoji: Type.String() }),
  event('tapback_removed', { target_guid: Type.String(), emoji: Type.String() }),
  event('attachment_ready'),
  event('read_state'),
  event('conversation_changed'),
])
export type MessageEvent = Static<typeof MessageEvent>
