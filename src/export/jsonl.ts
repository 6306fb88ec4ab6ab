/** Writes messages as JSON, one per line, in the shape of the API. */

import { type Static, Type } from '@sinclair/typebox'
import type { Conversation } from '../contract/conversation.ts'
import { Message } from '../contract/message.ts'
import type { Job } from './job.ts'
import { readMessages } from './read-messages.ts'

export async function* asJsonl({ history, conversations, period, onMessages }: Job): AsyncGenerator<string> {
  for (const conversation of conversations)
    for await (const page of readMessages(history, conversation.guid, period)) {
      yield page.map((message) => `${JSON.stringify(exported(message, conversation))}\n`).join('')
      onMessages(page.length, conversation)
    }
}

const exported = (message: Message, { guid, display_name }: Conversation): ExportedMessage => ({
  conversation_guid: guid,
  conversation_name: display_name,
  ...message,
})

/** A line of an export: a message of the API, with its conversation. */
export const ExportedMessage = Type.Object({
  conversation_guid: Type.String(),
  conversation_name: Type.String(),
  ...Message.properties,
})
export type ExportedMessage = Static<typeof ExportedMessage>
