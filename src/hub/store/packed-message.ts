/** Stores only those fields of a message in which it differs from a plain one. */
import { isDeepStrictEqual } from 'node:util'
import type { Conversation } from '../../contract/conversation.ts'
import type { Message } from '../../contract/message.ts'
import { plainMessage } from '../../contract/plain-message.ts'

/** The stored fields: those without a column of their own that do not follow from one. */
type Kept = typeof plainMessage & Pick<Message, 'one_time_codes'>

const plain: Partial<Kept> = plainMessage
const names = [...Object.keys(plainMessage), 'one_time_codes'] as (keyof Kept)[]

export type PackedMessage = Partial<Kept>

/** Leaves out fields that this release does not know. */
export const packMessage = (message: Message): PackedMessage =>
  Object.fromEntries(
    names.flatMap((name) =>
      message[name] === undefined || isDeepStrictEqual(message[name], plain[name]) ? [] : [[name, message[name]]],
    ),
  )

/** Fills in fields that an older Mac does not know with those of a plain message. */
export const unpackMessage = (packed: PackedMessage, known: Pick<Message, 'rowid' | 'guid' | 'ts'>): Message => ({
  ...plainMessage,
  ...packed,
  ...known,
})

/** The fields of a conversation that an older Mac does not send. */
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

/** Completes a conversation as a Mac sent it with all other fields. */
export const wholeConversation = (
  said: Partial<Conversation>,
  known: Pick<Conversation, 'guid' | 'chat_rowid'>,
): Conversation => ({ ...usualConversation, ...said, ...known })
