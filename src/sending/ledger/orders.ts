/** Accepts orders: applies the idempotency key and the limits, and records the new send, all in one transaction. */
import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { ConversationKey } from '../../contract/ids.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { inTransaction } from '../../store/transaction.ts'
import { sameConversation } from '../decisions/own-row.ts'
import type { Changes } from './changes.ts'
import { bodyHash, contentHash, keyHash, presentParts, sameHash } from './hashes.ts'
import type { Order, PartOrder, SendLedger } from './ledger.ts'
import type { OrderLimits } from './order-limits.ts'
import type { Outbox } from './outbox.ts'
import type { Retention } from './retention.ts'
import type { Schedule } from './schedule.ts'
import { type SendRow, sendColumns, toSend } from './sends.ts'

const dayMs = 24 * 3_600_000

const sql = {
  earlier: `SELECT ${sendColumns}, conversation, content_hash FROM send
    WHERE key_hash = :key AND (max(created_at_ms, ifnull(send_at_ms, 0)) > :sinceMs OR hold IS NOT NULL)`,
  freeKey: 'UPDATE send SET key_hash = NULL WHERE key_hash = ?',
  record: `INSERT INTO send (id, key_hash, content_hash, conversation, kind, handle, asked_chat_guid, asked_service,
      created_at_ms, expires_at_ms, chat_guid, service, updated_at_ms, revision, send_at_ms, hold, state, asked_by)
    VALUES (:id, :keyHash, :contentHash, :conversation, :kind, :handle, :chatGuid, :service,
      :createdAtMs, :expiresAtMs, :chatGuid, :service, :createdAtMs, :revision, :sendAtMs, :hold, :state, :by)
    RETURNING seq, ${sendColumns}`,
  recordPart: `INSERT INTO part (send, number, kind, content, file_name, body_hash, same_hash, asked_at_ms, stage)
    VALUES (:send, :number, :kind, :content, :fileName, :bodyHash, :sameHash, :askedAtMs, :stage)`,
}

interface Earlier extends SendRow {
  conversation: ConversationKey
  content_hash: Uint8Array
}

export interface OrderDeps {
  changes: Changes
  limits: OrderLimits
  schedule: Pick<Schedule, 'admit'>
  outbox: Pick<Outbox, 'admit' | 'ask'>
  retention: Retention
}

export function orders(
  db: DatabaseSync,
  { changes, limits, schedule, outbox, retention }: OrderDeps,
): Pick<SendLedger, 'accept'> {
  const [earlier, freeKey] = [db.prepare(sql.earlier), db.prepare(sql.freeKey)]
  const [record, recordPart] = [db.prepare(sql.record), db.prepare(sql.recordPart)]

  function findReplay(order: Order, key: Uint8Array) {
    const row = earlier.get({ key, sinceMs: order.createdAtMs - dayMs }) as unknown as Earlier | undefined
    if (row === undefined) return undefined
    const { conversation, content_hash, ...send } = row
    const isSame = Buffer.compare(content_hash, contentHash(order)) === 0
    const before = toSend(send)
    if (isSame && sameConversation(conversation, order.conversation)) return before
    throw new ServiceError('idempotency_mismatch', 'The key was used for something else within the last day.', {
      send: before,
    })
  }

  function insert(order: Order, key: Uint8Array | null) {
    const {
      conversation,
      handle,
      chatGuid,
      service,
      createdAtMs,
      expiresAtMs,
      sendAtMs = null,
      parts,
      by,
      asks,
    } = order
    const isScheduled = sendAtMs !== null && asks === undefined
    const isKept = isScheduled || asks !== undefined
    if (key !== null) freeKey.run(key)
    const { seq, ...send } = record.get({
      conversation,
      handle,
      chatGuid,
      service,
      createdAtMs,
      expiresAtMs,
      kind: parts[0].kind,
      sendAtMs,
      hold: isScheduled ? 'scheduled' : null,
      state: asks !== undefined ? 'held' : isScheduled ? 'scheduled' : 'queued',
      by,
      id: randomUUID(),
      keyHash: key,
      contentHash: contentHash(order),
      revision: changes.newRevision(),
    }) as unknown as SendRow & { seq: number }
    for (const [number, part] of presentParts(parts).entries())
      recordPart.run({ send: seq, number, askedAtMs: sendAtMs ?? createdAtMs, ...partRow(part, number, isKept) })
    if (asks !== undefined) outbox.ask(seq, asks)
    return toSend(send)
  }

  return {
    accept: (order, allowed) =>
      inTransaction(db, () => {
        const key = keyHash(order)
        const before = key === null ? undefined : findReplay(order, key)
        if (before !== undefined) return { send: before, isNew: false }
        retention.sweep(order.createdAtMs)
        limits.requireWithinHour(order)
        if (order.asks !== undefined) outbox.admit(order)
        else if (order.sendAtMs === undefined) limits.admit(order, allowed)
        else schedule.admit({ ...order, sendAtMs: order.sendAtMs }, allowed)
        return { send: insert(order, key), isNew: true }
      }),
  }
}

const partRow = (part: PartOrder, number: number, isKept: boolean) => ({
  kind: part.kind,
  content: part.kind === 'text' ? part.text : part.path,
  fileName: part.kind === 'text' ? null : part.name,
  bodyHash: bodyHash(part),
  sameHash: sameHash(part),
  stage: isKept ? 'held' : number === 0 ? 'ready' : 'later',
})
