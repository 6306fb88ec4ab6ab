/** Keeps sends until their owner releases or refuses them; each is released at most once, and exactly as it was shown. */
import type { DatabaseSync } from 'node:sqlite'
import { limitTo } from '../../base/sql-parameter.ts'
import { timestamp } from '../../base/timestamp.ts'
import { mostHeldOfOne } from '../../contract/outbox.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { inTransaction } from '../../store/transaction.ts'
import { askerShown } from '../decisions/asker-shown.ts'
import { requireReachable } from '../decisions/reachable.ts'
import type { Changes } from './changes.ts'
import { bodyHash, sameHash, shownHash } from './hashes.ts'
import type { Held, HeldRelease, Order, PartOrder, SendLedger } from './ledger.ts'
import type { OrderLimits } from './order-limits.ts'
import type { PartTable } from './parts.ts'
import type { Schedule } from './schedule.ts'

const columns = `SELECT s.seq, s.id, s.asked_by, s.conversation, s.kind, s.handle, s.asked_chat_guid AS chat_guid,
    s.asked_service AS service, s.send_at_ms, s.created_at_ms, s.expires_at_ms, a.key_label, a.reason,
    t.content AS text, f.file_name, f.same_hash AS file_hash
  FROM asking a JOIN send s ON s.seq = a.send
    LEFT JOIN part t ON t.send = s.seq AND t.kind = 'text'
    LEFT JOIN part f ON f.send = s.seq AND f.kind = 'file'
  WHERE a.ended_as IS NULL AND s.expires_at_ms >= :nowMs`
const sql = {
  list: `${columns} ORDER BY s.seq ${limitTo(':limit')}`,
  find: `${columns} AND s.id = :id`,
  exists: 'SELECT asked_by AS by FROM send WHERE id = ?',
  ask: 'INSERT INTO asking (send, key_label, reason) VALUES (:send, :label, :reason)',
  count: `SELECT count(*) AS n FROM asking a JOIN send s ON s.seq = a.send
    WHERE a.ended_as IS NULL AND s.asked_by = :by AND s.expires_at_ms >= :nowMs`,
  end: `UPDATE asking SET ended_as = :as, ended_at_ms = :nowMs, reason = NULL WHERE send = :send AND ended_as IS NULL`,
  rewrite: `UPDATE part SET content = :text, body_hash = :bodyHash, same_hash = :sameHash
    WHERE send = :send AND kind = 'text'`,
  askAt: 'UPDATE part SET asked_at_ms = :atMs WHERE send = :send',
  expireAt: 'UPDATE send SET expires_at_ms = :expiresAtMs WHERE seq = :send',
}

interface AskingRow extends Pick<Held, 'id' | 'reason' | 'kind' | 'handle' | 'chat_guid' | 'service'> {
  key_label: string
  seq: number
  asked_by: string
  conversation: string
  send_at_ms: number | null
  created_at_ms: number
  expires_at_ms: number
  text: string | null
  file_name: string | null
  file_hash: Uint8Array | null
}

interface OutboxDeps {
  parts: PartTable
  changes: Changes
  limits: OrderLimits
  schedule: Pick<Schedule, 'keepReleased'>
}

export interface Outbox
  extends Pick<SendLedger, 'listHeld' | 'findHeld' | 'releaseHeld' | 'refuseHeld' | 'requesterOf'> {
  /** Runs inside a transaction that is rolled back when this throws. */
  admit(order: Order): void
  /** Marks a new send as one that waits for its owner. Runs in the transaction that records it. */
  ask(send: number, asks: NonNullable<Order['asks']>): void
}

export function outbox(db: DatabaseSync, { parts, changes, limits, schedule }: OutboxDeps): Outbox {
  const [list, find, exists] = [db.prepare(sql.list), db.prepare(sql.find), db.prepare(sql.exists)]
  const [insert, count, end] = [db.prepare(sql.ask), db.prepare(sql.count), db.prepare(sql.end)]
  const [rewrite, askAt, expireAt] = [db.prepare(sql.rewrite), db.prepare(sql.askAt), db.prepare(sql.expireAt)]

  function require(id: string, nowMs: number): AskingRow {
    const row = find.get({ id, nowMs }) as unknown as AskingRow | undefined
    if (row !== undefined) return row
    if (exists.get(id) === undefined) throw new ServiceError('send_not_found', 'There is no such message.', { id })
    throw new ServiceError('not_held', 'This message is not waiting for a decision.', { id })
  }

  function change(row: AskingRow, text: string): void {
    if (row.text === null)
      throw new ServiceError('invalid_request', 'It cannot be changed like this.', {
        in: 'body',
        path: 'text',
        reason: 'is not part of this message',
      })
    const part: PartOrder = { kind: 'text', text }
    rewrite.run({ send: row.seq, text, bodyHash: bodyHash(part), sameHash: sameHash(part) })
  }

  function takePlace(perMinute: number, nowMs: number): void {
    if (limits.takePlace({ perMinute, nowMs })) return
    throw new ServiceError('rate_limited', 'More messages were asked for than may be sent in a minute.', {
      retry_after_s: Math.ceil(60 / perMinute),
    })
  }

  function release(id: string, { version, text, nowMs, perMinute, expiresAfterMs }: HeldRelease): void {
    const row = require(id, nowMs)
    if (versionOf(row) !== version)
      throw new ServiceError('conflict', 'The message has changed since it was shown.', { id })
    const { seq: send, send_at_ms: sendAtMs } = row
    if (text !== undefined) change(row, text)
    end.run({ send, as: 'released', nowMs })
    // A time that has passed while it waited is now: the owner has just seen it, and sends it.
    if (sendAtMs !== null && sendAtMs > nowMs) {
      schedule.keepReleased(send, nowMs)
    } else {
      takePlace(perMinute, nowMs)
      askAt.run({ send, atMs: nowMs })
      expireAt.run({ send, expiresAtMs: nowMs + expiresAfterMs })
      changes.settle(send, nowMs)
    }
  }

  function refuse(id: string, nowMs: number): void {
    const { seq: send } = require(id, nowMs)
    end.run({ send, as: 'refused', nowMs })
    for (const { number } of parts.of(send))
      parts.drop({ send, number }, 'failed', { code: 'send_refused', number: null })
    changes.settle(send, nowMs)
  }

  return {
    admit({ by, createdAtMs, sendAtMs }) {
      if (sendAtMs !== undefined) requireReachable(sendAtMs, createdAtMs)
      if ((count.get({ by, nowMs: createdAtMs }) as { n: number }).n >= mostHeldOfOne)
        throw new ServiceError('queue_full', `${mostHeldOfOne} messages of this requester are waiting already.`, {
          retry_after_s: 600,
        })
    },
    ask: (send, { label, reason }) => void insert.run({ send, label, reason }),
    listHeld: (limit, nowMs) => (list.all({ limit, nowMs }) as unknown as AskingRow[]).map(toHeld),
    findHeld(id, nowMs) {
      const row = find.get({ id, nowMs }) as unknown as AskingRow | undefined
      return row && toHeld(row)
    },
    releaseHeld: (id, asked) => inTransaction(db, () => release(id, asked)),
    refuseHeld: (id, nowMs) => inTransaction(db, () => refuse(id, nowMs)),
    requesterOf: (id) => (exists.get(id) as { by: string | null } | undefined)?.by ?? undefined,
  }
}

/** Covers everything that decides what is sent to whom, so that a release can only mean what its owner saw. */
function versionOf(row: AskingRow): string {
  const { id, asked_by, conversation, kind, handle, chat_guid, service, send_at_ms, text, file_name, file_hash } = row
  const file = file_hash === null ? null : Buffer.from(file_hash).toString('hex')
  const shown = [id, asked_by, conversation, kind, handle, chat_guid, service, send_at_ms, text, file_name, file]
  return shownHash(shown)
}

const toHeld = (row: AskingRow): Held => ({
  id: row.id,
  version: versionOf(row),
  asker: askerShown(row.asked_by, row.key_label),
  reason: row.reason,
  kind: row.kind,
  handle: row.handle,
  chat_guid: row.chat_guid,
  service: row.service,
  text: row.text,
  file_name: row.file_name,
  send_at: timestamp(row.send_at_ms),
  created_at: timestamp(row.created_at_ms),
  expires_at: timestamp(row.expires_at_ms),
})
