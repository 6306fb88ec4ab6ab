/** Builds messages, conversations and envelopes of a Mac for tests, which give only the fields that matter to them. */
import type { Conversation } from '../contract/conversation.ts'
import type { Message } from '../contract/message.ts'
import type { PlacedMessage } from '../contract/placed-message.ts'
import { plainMessage } from '../contract/plain-message.ts'
import type { LiveEnvelope, PastEnvelope } from './envelope.ts'

export const anna = '+12025550123'

export const messageOf = (changes: Partial<Message> & Pick<Message, 'rowid'>): Message => ({
  ...plainMessage,
  guid: `guid-${changes.rowid}`,
  text: `Message ${changes.rowid}`,
  sender: 'Anna',
  handle: anna,
  ts: new Date(Date.UTC(2026, 4, 1) + changes.rowid * 60_000).toISOString(),
  ...changes,
})

export const placedOf = (changes: Partial<Message> & Pick<Message, 'rowid'>, handle = anna): PlacedMessage => ({
  conversation_guid: `any;-;${handle}`,
  conversation_name: 'Anna',
  message: messageOf({ handle, ...changes }),
})

const conversationOf = (changes: Partial<Conversation> = {}): Conversation => {
  const handle = changes.handle ?? anna
  return {
    guid: `any;-;${handle}`,
    chat_rowid: 1,
    handle,
    addresses: [handle],
    kept_separate: false,
    display_name: 'Anna',
    last_message: 'Hello',
    last_message_ts: '2026-05-01T10:00:00.000Z',
    unread_count: 0,
    is_group: false,
    category: 'known',
    service: 'iMessage',
    participants: [{ handle, name: 'Anna', avatar_url: null }],
    last_message_rowid: 1,
    last_message_is_from_me: false,
    last_message_sender: 'Anna',
    muted: false,
    archived: false,
    ...changes,
  }
}

export const carried = (changes: Partial<Conversation> = {}) => {
  const conversation = conversationOf(changes)
  return { guids: [conversation.guid], conversation }
}

const common = { v: 1, generation: 1, session: 'session', messages: [], conversations: [] }

/** The version is that of the last event. */
export const liveOf = (changes: Partial<LiveEnvelope> & Pick<LiveEnvelope, 'after' | 'events'>): LiveEnvelope => ({
  ...common,
  kind: 'live',
  version: changes.events.at(-1)?.id ?? changes.after,
  gone: [],
  ...changes,
})

export const pastOf = (changes: Partial<PastEnvelope> = {}): PastEnvelope => ({
  ...common,
  kind: 'past',
  version: 0,
  before: null,
  next: null,
  ...changes,
})
