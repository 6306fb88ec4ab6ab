/** Builds for tests a text that was sent a moment ago, changed where a test needs it. */
import type { Message } from '../contract/message.ts'
import { plainMessage } from '../contract/plain-message.ts'

export const sentMs = Date.UTC(2026, 5, 1, 12)

export const messageWith = (changes: Partial<Message> = {}): Message => ({
  ...plainMessage,
  rowid: 7,
  guid: '0',
  text: 'hello',
  sender: 'Me',
  handle: '+15550101',
  is_from_me: true,
  ts: new Date(sentMs).toISOString(),
  status: 'delivered',
  ...changes,
})

export const ownReaction = (emoji: string) => ({
  emoji,
  handle: null,
  sender: 'Me',
  is_from_me: true,
  part: 0,
  ts: new Date(sentMs).toISOString(),
})
