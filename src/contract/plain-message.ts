/** Declares what a message has where nothing else is said of it: most of its fields are empty in most messages. */
import type { Message } from './message.ts'

/** Has all fields except those that distinguish one message from another. */
export const plainMessage: Omit<Message, 'rowid' | 'guid' | 'ts' | 'one_time_codes'> = {
  text: '',
  sender: '',
  handle: '',
  is_from_me: false,
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
}
