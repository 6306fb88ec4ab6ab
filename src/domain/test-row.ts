/** Builds for tests the complete row of a text from one person, changed where a test needs it. */
import type { ChatGuid, ConversationKey, Handle, MessageGuid, RowId } from '../contract/ids.ts'
import type { Chat, Row } from './message.ts'

export const anna = '+12025550123' as Handle

export const chatWith = (identifier: string, changes: Partial<Chat> = {}): Chat => ({
  id: 1,
  guid: `any;-;${identifier}` as ChatGuid,
  conversation: `dm:${identifier}` as ConversationKey,
  identifier,
  isGroup: false,
  groupName: null,
  category: 'known',
  isBlocked: false,
  ...changes,
})

export const groupOf = (identifier: string, changes: Partial<Chat> = {}): Chat =>
  chatWith(identifier, {
    guid: `any;+;${identifier}` as ChatGuid,
    conversation: `group:${identifier}` as ConversationKey,
    isGroup: true,
    ...changes,
  })

/** Derives GUID and text from the ROWID. */
export const textRow = (rowid: number, changes: Partial<Row> = {}): Row => ({
  rowid: rowid as RowId,
  guid: `guid-${rowid}` as MessageGuid,
  kind: 'text',
  chat: chatWith(anna),
  handle: anna,
  isFromMe: false,
  sentAtMs: 0,
  sentAtUs: (changes.sentAtMs ?? 0) * 1_000,
  service: 'iMessage',
  text: `text ${rowid}`,
  isBlank: false,
  isDamaged: false,
  isDeleted: false,
  isEmptied: false,
  attachmentsExpected: 0,
  attachments: [],
  replyToGuid: null,
  tapback: undefined,
  ...changes,
})
