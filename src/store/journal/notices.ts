/** Puts a message of the relay itself into the queue of one plugin; no stream, rule or list of conversations shows it. */
import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { ChatGuid, ConversationKey, Handle, MessageGuid, RowId } from '../../contract/ids.ts'
import type { RelayMessage } from '../../domain/message.ts'
import { inTransaction } from '../transaction.ts'
import { journalDeliveries } from './deliveries.ts'

export interface Notice {
  integration: string
  /** Distinguishes it from every other; a repeat is ignored. */
  key: string
  /** The writer's name, as the plugin shows it. */
  sender: string
  text: string
  nowMs: number
}

const sql = `INSERT INTO inbox (guid, twin_key, src_rowid, conversation, sent_at_ms, lane, outcome, payload, accepted_at_ms)
  VALUES (?, ?, 0, NULL, ?, 'skipped', 'notice', ?, ?) ON CONFLICT (guid) DO NOTHING`

const conversation = 'notice:relay' as ConversationKey
const twinKeyBytes = 16

export function queueNotice(db: DatabaseSync, installKey: Uint8Array, { integration, key, ...notice }: Notice): void {
  const guid = `notice-${key}-${integration}` as MessageGuid
  const message = messageOf(guid, notice)
  const { nowMs } = notice
  inTransaction(db, () => {
    const payload = JSON.stringify(message)
    const { changes } = db.prepare(sql).run(guid, randomBytes(twinKeyBytes), nowMs, payload, nowMs)
    if (changes > 0) journalDeliveries(db, installKey).enqueue({ integration, guid, conversation, nowMs })
  })
}

const messageOf = (
  guid: MessageGuid,
  { sender, text, nowMs }: Pick<Notice, 'sender' | 'text' | 'nowMs'>,
): RelayMessage => ({
  guid,
  rowid: 0 as RowId,
  chatGuid: '' as ChatGuid,
  conversation,
  handle: '' as Handle,
  sender,
  isGroup: false,
  groupName: null,
  category: 'known',
  service: 'iMessage',
  text,
  sentAtMs: nowMs,
  kind: 'text',
  replyTo: null,
  attachments: [],
})
