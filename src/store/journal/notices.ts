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
  /** The id of a message that waits for its owner, if it tells of one. */
  waiting?: string
  nowMs: number
}

/** Guids of what is still to be decided. */
const kept =
  'SELECT guid FROM inbox WHERE guid >= :first AND guid < :end AND substr(guid, :idAt, 36) IN (SELECT value FROM json_each(:ids))'
const sql = {
  keep: `INSERT INTO inbox (guid, twin_key, src_rowid, conversation, sent_at_ms, lane, outcome, payload, accepted_at_ms)
    VALUES (?, ?, 0, NULL, ?, 'skipped', 'notice', ?, ?) ON CONFLICT (guid) DO NOTHING`,
  withdraw: `UPDATE delivery SET state = 'skipped', settled_at_ms = :nowMs, last_error = 'decided before it was told'
    WHERE conversation = :conversation AND state = 'pending' AND guid NOT IN (${kept})`,
  forget: `UPDATE inbox SET payload = NULL
    WHERE guid >= :first AND guid < :end AND payload IS NOT NULL AND guid NOT IN (${kept})`,
}

const ofRelay = 'notice:relay' as ConversationKey
/** A conversation of their own, so that they wait behind no alert. */
const ofWaiting = 'notice:waiting' as ConversationKey
const twinKeyBytes = 16

const guidOf = ({ key, integration }: Pick<Notice, 'key' | 'integration'>) =>
  `notice-${key}-${integration}` as MessageGuid

/** The key of the notice of a message that waits; its guid begins with the other. */
export const waitingKey = (id: string): string => `waiting-${id}`
const waitingGuids = `notice-${waitingKey('')}`

export function queueNotice(db: DatabaseSync, installKey: Uint8Array, { integration, key, ...notice }: Notice): void {
  const guid = guidOf({ key, integration })
  const conversation = notice.waiting === undefined ? ofRelay : ofWaiting
  const message = messageOf({ guid, conversation, ...notice })
  const { nowMs } = notice
  inTransaction(db, () => {
    const payload = JSON.stringify(message)
    const { changes } = db.prepare(sql.keep).run(guid, randomBytes(twinKeyBytes), nowMs, payload, nowMs)
    if (changes > 0) journalDeliveries(db, installKey).enqueue({ integration, guid, conversation, nowMs })
  })
}

/**
 * Takes back and forgets the notices of messages that somebody has decided about. `ids` are those of the messages that
 * still wait.
 */
export function withdrawNotices(db: DatabaseSync, { ids, nowMs }: { ids: readonly string[]; nowMs: number }): void {
  const at = { first: waitingGuids, end: `${waitingGuids}~`, idAt: waitingGuids.length + 1, ids: JSON.stringify(ids) }
  inTransaction(db, () => {
    db.prepare(sql.withdraw).run({ ...at, conversation: ofWaiting, nowMs })
    db.prepare(sql.forget).run(at)
  })
}

const messageOf = ({
  guid,
  conversation,
  sender,
  text,
  waiting,
  nowMs,
}: Omit<Notice, 'integration' | 'key'> & Pick<RelayMessage, 'guid' | 'conversation'>): RelayMessage => ({
  guid,
  rowid: 0 as RowId,
  chatGuid: '' as ChatGuid,
  conversation,
  handle: '' as Handle,
  sender,
  isGroup: false,
  groupName: null,
  ...(waiting !== undefined && { waiting }),
  category: 'known',
  service: 'iMessage',
  text,
  sentAtMs: nowMs,
  kind: 'text',
  replyTo: null,
  attachments: [],
})
