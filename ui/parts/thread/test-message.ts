/** Builds messages for tests. */
import type { Message } from '../../../src/contract/message.ts'

export const messageOf = (rowid: number, more: Partial<Message> = {}): Message => ({
  rowid,
  guid: `guid-${rowid}`,
  text: `text ${rowid}`,
  sender: 'Anna',
  handle: '+12025550123',
  is_from_me: false,
  ts: new Date(Date.UTC(2026, 2, 1, 12, 0, rowid)).toISOString(),
  read_at: null,
  tapbacks: [],
  reply_to_guid: null,
  reply_to: null,
  edited: false,
  attachments: [],
  kind: 'text',
  service: 'iMessage',
  status: null,
  error_code: null,
  edited_at: null,
  edits: [],
  unsent: false,
  delivered_at: null,
  subject: null,
  effect: null,
  link_preview: null,
  mentions: [],
  tapback_details: [],
  starred: false,
  ...more,
})

export const messagesOf = (from: number, to: number): Message[] =>
  Array.from({ length: to - from + 1 }, (_, at) => messageOf(from + at))
