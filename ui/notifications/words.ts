/** Chooses what a notification shows of a message: all of it, only the sender, or nothing but that there is one. */
import type { Conversation } from '../../src/contract/conversation.ts'
import type { Message } from '../../src/contract/message.ts'
import type { Level } from './choices.ts'

export interface Words {
  title: string
  body: string
}

interface Subject {
  conversation: Pick<Conversation, 'display_name' | 'is_group'>
  message: Pick<Message, 'sender' | 'text'>
  /** "New message" in the reader's language. */
  newMessage: string
  product: string
}

export function wordsOf(level: Level, { conversation, message, newMessage, product }: Subject): Words {
  if (level === 'private') return { title: product, body: newMessage }
  const title = conversation.display_name
  if (level === 'sender') return { title, body: newMessage }
  const text = message.text === '' ? newMessage : message.text
  return { title, body: conversation.is_group ? `${message.sender}: ${text}` : text }
}
