/** Keeps of a message only the fields in which it differs from a plain one. */
import { isDeepStrictEqual } from 'node:util'
import type { Conversation } from '../../contract/conversation.ts'
import type { Message } from '../../contract/message.ts'
import { plainMessage } from '../../contract/plain-message.ts'

/** Leaves out what has a column of its own, or follows from one. */
type Kept = typeof plainMessage & Pick<Message, 'one_time_codes'>

const plain: Partial<Kept> = plainMessage
const names = [...Object.keys(plainMessage), 'one_time_codes'] as (keyof Kept)[]

export type PackedMessage = Partial<Kept>

/** A field that this release does not know is left out. */
export const packMessage = (message: Message): PackedMessage =>
  Object.fromEntries(
    names.flatMap((name) =>
      message[name] === undefined || isDeepStrictEqual(message[name], plain[name]) ? [] : [[name, message[name]]],
    ),
  )

/** A field that an older Mac does not know of is as in a plain message. */
export const unpackMessage = (packed: PackedMessage, known: Pick<Message, 'rowid' | 'guid' | 'ts'>): Message => ({
  ...plainMessage,
  ...packed,
  ...known,
})

/** The fields that a conversation has if an older Mac does not send them. */
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

/** Completes what a Mac sent of a conversation to everything that a conversation has. */
export const wholeConversation = (
  said: Partial<Conversation>,
  known: Pick<Conversation, 'guid' | 'chat_rowid'>,
): Conversation => ({ ...usualConversation, ...said, ...known })
