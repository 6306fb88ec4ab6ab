/** Declares a line of an export: a message of the API, with its conversation. */
import { type Static, Type } from '@sinclair/typebox'
import { Message } from './message.ts'

export const ExportedMessage = Type.Object({
  conversation_guid: Type.String(),
  conversation_name: Type.String(),
  ...Message.properties,
})
export type ExportedMessage = Static<typeof ExportedMessage>
