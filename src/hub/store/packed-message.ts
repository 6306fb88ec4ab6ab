/** Keeps of a message only the fields that say something: most of its fields are empty in most messages. */
import { isDeepStrictEqual } from 'node:util'
import type { Conversation } from '../../contract/conversation.ts'
import type { Message } from '../../contract/message.ts'

/** Without what has a column of its own, or follows from one. */
type Kept = Omit<Message, 'rowid' | 'guid' | 'ts'>

/** What a message has where nothing else is said; a field that an older Mac does not know of has it, too. */
const usual: Kept = {
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

const names = Object.keys(usual) as (keyof Kept)[]

export type PackedMessage = Partial<Kept>

/** A field that this release does not know is left out. */
export const packMessage = (message: Message): PackedMessage =>
  Object.fromEntries(
    names.flatMap((name) =>
      message[name] === undefined || isDeepStrictEqual(message[name], usual[name]) ? [] : [[name, message[name]]],
    ),
  )

export const unpackMessage = (packed: PackedMessage, known: Pick<Message, 'rowid' | 'guid' | 'ts'>): Message => ({
  ...usual,
  ...packed,
  ...known,
})

/** What a conversation has where an older Mac does not say it. */
const usualConversation: Omit<Conversation, 'guid' | 'chat_rowid'> = {
  handle: '',
  addresses: [],
  kept_separate: false,
  display_name: '',
  last_message: '',
  last_message_ts: '1970-01-01T00:00:00.000Z',
  unread_count: 0,
  is_group: false,
  category: 'known',
  service: 'iMessage',
  participants: [],
  last_message_rowid: 0,
  last_message_is_from_me: false,
  last_message_sender: null,
  muted: false,
  archived: false,
}

/** What a Mac said of a conversation, with everything that a conversation has. */
export const wholeConversation = (
  said: Partial<Conversation>,
  known: Pick<Conversation, 'guid' | 'chat_rowid'>,
): Conversation => ({ ...usualConversation, ...said, ...known })
