/** Replaces addresses in conversations, messages and their parts, where a grant hides them. Texts stay as they are. */
import type { Conversation } from '../../contract/conversation.ts'
import type { MediaItem } from '../../contract/media.ts'
import type { Message } from '../../contract/message.ts'
import type { StoredRow } from '../../contract/stored-row.ts'

export interface Disguise {
  handle(handle: string): string
  guid(guid: string): string
  /** Path of a contact's picture. */
  avatarOf(handle: string): string
}

export function disguiseConversation(conversation: Conversation, { handle, guid, avatarOf }: Disguise): Conversation {
  return {
    ...conversation,
    guid: guid(conversation.guid),
    handle: conversation.is_group ? conversation.handle : handle(conversation.handle),
    addresses: conversation.addresses.map(handle),
    participants: conversation.participants.map((one) => ({
      ...one,
      handle: handle(one.handle),
      avatar_url: one.avatar_url === null ? null : avatarOf(one.handle),
    })),
  }
}

export const disguiseMessage = (message: Message, { handle }: Disguise): Message => ({
  ...message,
  handle: handle(message.handle),
  mentions: message.mentions.map((mention) => ({ ...mention, handle: handle(mention.handle) })),
  tapback_details: message.tapback_details.map((one) => ({
    ...one,
    handle: one.handle === null ? null : handle(one.handle),
  })),
})

export const disguiseItem = (item: MediaItem, { handle }: Disguise): MediaItem => ({
  ...item,
  message: { ...item.message, handle: handle(item.message.handle) },
})

/** One's own address is hidden with the others. */
export const disguiseRow = (row: StoredRow, { handle, guid }: Disguise): StoredRow => ({
  ...row,
  chat_guid: guid(row.chat_guid),
  conversation_guid: guid(row.conversation_guid),
  handle: row.handle === null ? null : handle(row.handle),
  own_address: null,
  runs: row.runs.map((run) => (run.mention === null ? run : { ...run, mention: handle(run.mention) })),
})
