/** Converts a row of Messages to the message that is relayed. */
import type { Handle, MessageGuid } from '../contract/ids.ts'
import type { RelayMessage } from '../domain/message.ts'
import type { ChatRow } from './relay.ts'

/** `excerptOf` returns the beginning of the message that is replied to. */
export function toMessage(row: ChatRow, sender: string, excerptOf: (guid: MessageGuid) => string | null): RelayMessage {
  const { chat, replyToGuid } = row
  return {
    guid: row.guid,
    rowid: row.rowid,
    chatGuid: chat.guid,
    conversation: chat.conversation,
    handle: row.handle ?? (chat.identifier as Handle),
    sender,
    isGroup: chat.isGroup,
    groupName: chat.groupName,
    category: chat.category,
    service: row.service,
    text: row.text,
    sentAtMs: row.sentAtMs,
    kind: row.kind === 'app' ? 'app' : 'text',
    replyTo: replyToGuid === null ? null : { guid: replyToGuid, excerpt: excerptOf(replyToGuid) },
    attachments: row.attachments,
  }
}

const excerptLength = 120

/** Returns the first characters, never half of a surrogate pair. */
export const excerpt = (text: string | null): string | null =>
  text === null ? null : [...text.slice(0, excerptLength * 2)].slice(0, excerptLength).join('')
