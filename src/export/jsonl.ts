/** Writes messages as JSON, one per line, in the shape of the API. */
import type { Conversation } from '../contract/conversation.ts'
import type { ExportedMessage } from '../contract/exported-message.ts'
import type { Message } from '../contract/message.ts'
import type { Job } from './job.ts'
import { readMessages } from './read-messages.ts'

export async function* asJsonl({ history, conversations, period, onMessages }: Job): AsyncGenerator<string> {
  for (const conversation of conversations)
    for (const page of readMessages(history, conversation.guid, period)) {
      yield page.map((message) => `${JSON.stringify(exported(message, conversation))}\n`).join('')
      onMessages(page.length, conversation)
    }
}

const exported = (message: Message, { guid, display_name }: Conversation): ExportedMessage => ({
  conversation_guid: guid,
  conversation_name: display_name,
  ...message,
})
