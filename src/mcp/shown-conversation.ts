/** A conversation as tools return it: the fields needed to choose one. */
import { type Static, Type } from '@sinclair/typebox'
import type { Conversation } from '../contract/conversation.ts'

export const ShownConversation = Type.Object({
  guid: Type.String({ description: 'For `conversation` and `to`.' }),
  handle: Type.String({ description: 'Address of the person; of a group its chat identifier.' }),
  display_name: Type.String(),
  is_group: Type.Boolean(),
  participants: Type.Array(Type.Object({ handle: Type.String(), name: Type.String() })),
  service: Type.String(),
  unread_count: Type.Integer(),
  last_message: Type.String({ description: 'Its beginning.' }),
  last_message_ts: Type.String(),
  last_message_sender: Type.Union([Type.String(), Type.Null()], { description: 'Null: the owner of this Mac.' }),
})
export type ShownConversation = Static<typeof ShownConversation>

const longestPreview = 300
const mostParticipants = 32

export const shownConversation = (conversation: Conversation): ShownConversation => ({
  guid: conversation.guid,
  handle: conversation.handle,
  display_name: conversation.display_name,
  is_group: conversation.is_group,
  participants: conversation.participants.slice(0, mostParticipants).map(({ handle, name }) => ({ handle, name })),
  service: conversation.service,
  unread_count: conversation.unread_count,
  last_message: conversation.last_message.slice(0, longestPreview).toWellFormed(),
  last_message_ts: conversation.last_message_ts,
  last_message_sender: conversation.last_message_sender,
})

export function conversationLine(shown: ShownConversation): string {
  const unread = shown.unread_count === 0 ? '' : `, ${shown.unread_count} unread`
  const last = `${shown.last_message_sender ?? 'Me'}: ${shown.last_message}`
  return `${shown.display_name} (${shown.guid}${unread}) ${shown.last_message_ts} ${last}`
}
