/** Builds messages for tests. */
import type { Message } from '../../../src/contract/message.ts'
import { plainMessage } from '../../../src/contract/plain-message.ts'

export const messageOf = (rowid: number, more: Partial<Message> = {}): Message => ({
  rowid,
  ...plainMessage,
  guid: `guid-${rowid}`,
  text: `text ${rowid}`,
  sender: 'Anna',
  handle: '+12025550123',
  ts: new Date(Date.UTC(2026, 2, 1, 12, 0, rowid)).toISOString(),
  ...more,
})

export const messagesOf = (from: number, to: number): Message[] =>
  Array.from({ length: to - from + 1 }, (_, at) => messageOf(from + at))
