/**
 * Writes out a send that failed before Messages had a message of it, as clients read messages: with the `tempGuid` by
 * which they know it in the place of a GUID, and without a ROWID.
 */
import type { Send } from '../../contract/send.ts'
import type { StoredRow } from '../../contract/stored-row.ts'
import { bareRow } from '../../domain/bare-row.ts'

/** Clients take every number but 0 for a failure; those of Messages would say more than is known. */
const failed = 1

/** The text is not kept with what is to be told: whoever sent it has it under its `tempGuid`. */
export const rowOfFailedSend = (send: Send, tempGuid: string): StoredRow => ({
  ...bareRow,
  rowid: 0,
  guid: tempGuid,
  chat_rowid: 0,
  chat_guid: chatGuidOf(send),
  conversation_guid: chatGuidOf(send),
  is_from_me: true,
  service: send.service ?? 'iMessage',
  sent_at: send.created_at,
  error: failed,
})

/** A person who was never written to has no chat yet. */
const chatGuidOf = ({ chat_guid, handle }: Send): string => chat_guid ?? `iMessage;-;${handle}`
