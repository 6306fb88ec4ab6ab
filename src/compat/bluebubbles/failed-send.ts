/**
 * Writes out a send that failed before Messages had a message of it, as clients read messages: with the `tempGuid` by
 * which they know it in the place of a GUID, and without a ROWID.
 */
import type { Send } from '../../contract/send.ts'
import type { StoredRow } from '../../contract/stored-row.ts'

/** Clients take every number but 0 for a failure; those of Messages would say more than is known. */
const failed = 1

/** The text is not kept with what is to be told: whoever sent it has it under its `tempGuid`. */
export const rowOfFailedSend = (send: Send, tempGuid: string): StoredRow => ({
  rowid: 0,
  guid: tempGuid,
  chat_rowid: 0,
  chat_guid: chatGuidOf(send),
  conversation_guid: chatGuidOf(send),
  text: null,
  body: null,
  runs: [],
  subject: null,
  is_from_me: true,
  handle: null,
  handle_rowid: 0,
  other_handle_rowid: 0,
  service: send.service ?? 'iMessage',
  own_address: null,
  country: null,
  sent_at: send.created_at,
  delivered_at: null,
  read_at: null,
  played_at: null,
  edited_at: null,
  unsent_at: null,
  flags: [],
  error: failed,
  item_type: 0,
  group_title: null,
  group_action_type: 0,
  share_status: 0,
  share_direction: 0,
  balloon_bundle_id: null,
  has_payload: false,
  effect_id: null,
  associated_guid: null,
  associated_type: 0,
  associated_emoji: null,
  reply_to_guid: null,
  reply_to_part: null,
  part_count: 1,
  schedule_type: 0,
  versions: [],
  unsent_parts: [],
  attachments: [],
})

/** A person who was never written to has no chat yet. */
const chatGuidOf = ({ chat_guid, handle }: Send): string => chat_guid ?? `iMessage;-;${handle}`
