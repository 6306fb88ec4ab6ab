/** Retries, skips, repeats and tests deliveries from a process other than the bridge. */
import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { ChatGuid, ConversationKey, DeliveryId, Handle, MessageGuid, RowId } from '../../contract/ids.ts'
import type { RelayMessage } from '../../domain/message.ts'
import { inTransaction } from '../transaction.ts'
import { changeJournal } from './change-journal.ts'

export interface DeliveryChanges {
  /** Makes the bridge try a waiting or failed delivery at once. Returns whether there was such a delivery. */
  retry(id: string): boolean
  /** Makes the bridge try every waiting delivery of a plugin at once, and returns how many there are. */
  retryAll(integration: string): number
  /** Drops a waiting or failed delivery. Returns whether there was such a delivery. */
  skip(id: string): boolean
  /** Queues the message of a settled delivery once more, under the id returned; undefined for one that is not settled. */
  sendAgain(id: string): DeliveryId | undefined
  /** Queues a test message for a plugin, and returns its id; undefined while there is no journal. */
  test(integration: string, message: TestMessage): DeliveryId | undefined
}

export interface TestMessage {
  sender: string
  text: string
}

const sql = {
  // The attempts stay, since a repeat has to be recognisable as one.
  // A test begins anew, since an old one is not handed over.
  retry: `UPDATE delivery SET state = 'pending', crashes = 0, next_at_ms = 0, settled_at_ms = NULL, is_wanted = 1,
    created_at_ms = CASE is_test WHEN 1 THEN ? ELSE created_at_ms END WHERE id = ? AND state IN ('pending', 'dead')`,
  countPending: "SELECT count(*) AS n FROM delivery WHERE integration = ? AND state = 'pending'",
  endWaits: "UPDATE delivery SET next_at_ms = 0 WHERE integration = ? AND state = 'pending' AND next_at_ms > 0",
  wantOldest: `UPDATE delivery SET is_wanted = 1 WHERE seq = (
    SELECT seq FROM delivery WHERE integration = ? AND state = 'pending' AND is_test = 0 ORDER BY seq LIMIT 1)`,
  skip: `UPDATE delivery SET state = 'skipped', settled_at_ms = ?, last_error = 'skipped by hand'
    WHERE id = ? AND state IN ('pending', 'dead')`,
  sendAgain: `INSERT INTO delivery (id, integration, guid, conversation, is_test, created_at_ms, repeat)
    SELECT :newId, integration, guid, conversation, is_test, :nowMs,
      (SELECT max(repeat) + 1 FROM delivery other WHERE other.guid = d.guid AND other.integration = d.integration)
    FROM delivery d WHERE id = :id AND state <> 'pending'`,
  testMessage: `INSERT INTO inbox (guid, twin_key, src_rowid, conversation, sent_at_ms, lane, outcome, payload, accepted_at_ms)
    VALUES (:guid, :twin, 0, NULL, :nowMs, 'skipped', 'test', :payload, :nowMs)`,
  test: `INSERT INTO delivery (id, integration, guid, conversation, created_at_ms, is_test)
    VALUES (:id, :integration, :guid, :conversation, :nowMs, 1)`,
}

export function deliveryChanges(journalFile: string, nowMs: () => number = Date.now): DeliveryChanges {
  const change = (run: (db: DatabaseSync) => number | bigint): number =>
    changeJournal(journalFile, (db) => Number(run(db)))
  return {
    retry: (id) => change((db) => db.prepare(sql.retry).run(nowMs(), id).changes) > 0,
    retryAll: (integration) =>
      change((db) =>
        inTransaction(db, () => {
          db.prepare(sql.endWaits).run(integration)
          db.prepare(sql.wantOldest).run(integration)
          return Number(db.prepare(sql.countPending).get(integration)?.n)
        }),
      ),
    skip: (id) => change((db) => db.prepare(sql.skip).run(nowMs(), id).changes) > 0,
    sendAgain(id) {
      const newId = randomUUID() as string as DeliveryId
      const queued = change((db) => db.prepare(sql.sendAgain).run({ id, newId, nowMs: nowMs() }).changes)
      return queued > 0 ? newId : undefined
    },
    test(integration, message) {
      const id = randomUUID() as string as DeliveryId
      const queued = change((db) => queueTest(db, { id, integration, message, nowMs: nowMs() }))
      return queued > 0 ? id : undefined
    },
  }
}

/** The conversation of every test; a plugin cannot answer in it, since no plugin was given its id. */
const testConversation = 'test:' as ConversationKey

interface NewTest {
  id: DeliveryId
  integration: string
  message: TestMessage
  nowMs: number
}

/** A test is no row of Messages: what lists, counts or searches messages does not meet it. */
function queueTest(db: DatabaseSync, { id, integration, message, nowMs }: NewTest): number {
  const guid = `test:${id}` as MessageGuid
  const payload: RelayMessage = {
    guid,
    rowid: 0 as RowId,
    chatGuid: '' as ChatGuid,
    conversation: testConversation,
    handle: '' as Handle,
    sender: message.sender,
    isGroup: false,
    groupName: null,
    category: 'known',
    service: '',
    text: message.text,
    sentAtMs: nowMs,
    kind: 'text',
    replyTo: null,
    attachments: [],
  }
  return inTransaction(db, () => {
    db.prepare(sql.testMessage).run({ guid, twin: Buffer.from(id), nowMs, payload: JSON.stringify(payload) })
    return Number(db.prepare(sql.test).run({ id, integration, guid, conversation: testConversation, nowMs }).changes)
  })
}
