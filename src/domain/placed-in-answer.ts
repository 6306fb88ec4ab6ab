/** Cuts a message with its conversation down to what an answer has of it. */
import type { PlacedMessage } from '../contract/placed-message.ts'

/** Leaves out what only the service needs to know. */
export const placedInAnswer = ({ conversation_guid, conversation_name, message }: PlacedMessage): PlacedMessage => ({
  conversation_guid,
  conversation_name,
  message,
})
