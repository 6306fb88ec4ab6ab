/** Declares a message of the API together with the conversation that it is in, and pages of such messages. */
import { type Static, Type } from '@sinclair/typebox'
import { Message } from './message.ts'

export const PlacedMessage = Type.Object({
  conversation_guid: Type.String(),
  conversation_name: Type.String(),
  message: Message,
})
export type PlacedMessage = Static<typeof PlacedMessage>

export const PlacedMessagePage = Type.Object({
  messages: Type.Array(PlacedMessage, { description: 'In the order in which this Mac stored them.' }),
  from_rowid: Type.Integer({ minimum: 1, description: 'The page covers the rows from this one on.' }),
  to_rowid: Type.Integer({ minimum: 0, description: 'The last row that the page covers.' }),
  more: Type.Boolean({ description: 'Whether there are further messages in the direction that was asked for.' }),
})
export type PlacedMessagePage = Static<typeof PlacedMessagePage>
