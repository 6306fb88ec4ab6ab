/** Declares a starred message of the API, with the conversation that it is in. */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable, Timestamp } from './fields.ts'
import { PlacedMessage } from './placed-message.ts'

export const StarredMessage = Type.Object({
  starred_at: Timestamp(),
  ...PlacedMessage.properties,
})
export type StarredMessage = Static<typeof StarredMessage>

export const StarredPage = Type.Object({
  starred: Type.Array(StarredMessage, { description: 'The newest star first.' }),
  cursor: Nullable(Type.String(), 'For the next page; null at the end.'),
})
export type StarredPage = Static<typeof StarredPage>
