/** For tests: builds a text that was sent a moment ago, changed where a test needs it. */
import type { Message } from '../contract/message.ts'

export const sentMs = Date.UTC(2026, 5, 1, 12)

export const messageWith = (changes: Partial<Message> = {}): Message => ({
  rowid: 7,
  guid: '0',
  text: 'hello',
  sender: 'Me',
  handle: '+15550101',
  is_from_me: true,
  ts: new Date(sentMs).toISOString(),
  read_at: null,
  tapbacks: [],
  reply_to_guid: null,
  reply_to: null,
  edited: false,
  attachments: [],
  kind: 'text',
  service: 'iMessage',
  status: 'delivered',
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
