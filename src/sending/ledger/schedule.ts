/** Keeps scheduled sends until their time: lists and changes them, releases what is due, and marks what missed its time. */
import type { DatabaseSync } from 'node:sqlite'
import { limitTo } from '../../base/sql-parameter.ts'
import { timestamp } from '../../base/timestamp.ts'
import { mostScheduled } from '../../contract/limits.ts'
import type { Scheduled } from '../../contract/send.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { inTransaction } from '../../store/transaction.ts'
import { isMissed } from '../decisions/missed.ts'
import { invalidSchedule as invalid, requireReachable } from '../decisions/reachable.ts'
import type { Hold } from '../decisions/send-state.ts'
import type { Changes } from './changes.ts'
import { bodyHash, sameHash } from './hashes.ts'
import type { Limits, Order, PartOrder, Release, ScheduledChange, SendLedger } from './ledger.ts'
import type { OrderLimits } from './order-limits.ts'

/** The interval at which a send that waits for the limit of messages in a minute is recorded as seen while due. */
const seenEveryMs = 10_000

const textOf = `(SELECT content FROM part WHERE send = s.seq AND kind = 'text')`
const held = `SELECT s.id, s.hold, s.send_at_ms, s.kind, s.handle, s.chat_guid, s.asked_service AS service, ${textOf} AS text,
    (SELECT file_name FROM part WHERE send = s.seq AND kind = 'file') AS file_name, s.created_at_ms, s.updated_at_ms
  FROM send s WHERE s.hold IS NOT NULL`
const sql = {
  count: 'SELECT count(*) AS n FROM send WHERE hold IS NOT NULL',
  list: `${held} ORDER BY s.send_at_ms, s.seq ${limitTo('?')}`,
  find: `${held} AND s.id = ?`,
  changeable: `SELECT seq, conversation, send_at_ms AS sendAtMs, ${textOf} AS text FROM send s WHERE id = ? AND hold IS NOT NULL`,
  rewrite: `UPDATE part SET content = :text, body_hash = :bodyHash, same_hash = :sameHash WHERE send = :send AND kind = 'text'`,
  move: "UPDATE send SET send_at_ms = :sendAtMs, hold = 'scheduled' WHERE seq = :send",
  askAt: 'UPDATE part SET asked_at_ms = :atMs WHERE send = :send',
  next: "SELECT min(send_at_ms) AS dueMs FROM send WHERE hold IN ('scheduled', 'due')",
  due: `SELECT seq AS send, hold, send_at_ms AS sendAtMs FROM send WHERE hold IN ('scheduled', 'due') AND send_at_ms <= ?
    ORDER BY send_at_ms, seq`,
  seen: 'SELECT due_seen_at_ms AS seenAtMs FROM machine',
  see: 'UPDATE machine SET due_seen_at_ms = ?',
  hold: 'UPDATE send SET hold = :hold WHERE seq = :send',
  release: 'UPDATE send SET hold = NULL, expires_at_ms = :expiresAtMs WHERE seq = :send',
}

interface HeldRow extends Pick<Scheduled, 'id' | 'kind' | 'handle' | 'chat_guid' | 'service' | 'text' | 'file_name'> {
  hold: Hold
  send_at_ms: number
  created_at_ms: number
  updated_at_ms: number
}

interface Changeable {
  seq: number
  conversation: Order['conversation']
  sendAtMs: number
  text: string | null
}

interface Due {
  send: number
  hold: 'scheduled' | 'due'
  sendAtMs: number
}

type Reading = Pick<SendLedger, 'listScheduled' | 'findScheduled' | 'changeScheduled' | 'nextDueMs' | 'releaseDue'>

export interface Schedule extends Reading {
  /** Runs inside a transaction that is rolled back when this throws. */
  admit(order: Order & { sendAtMs: number }, limits: Limits): void
  /** Schedules a send that was held so far. Runs inside a transaction. Throws `schedule_full`. */
  keepReleased(send: number, nowMs: number): void
}

export function schedule(db: DatabaseSync, { changes, limits }: { changes: Changes; limits: OrderLimits }): Schedule {
  const [count, list, find] = [db.prepare(sql.count), db.prepare(sql.list), db.prepare(sql.find)]
  const [changeable, rewrite] = [db.prepare(sql.changeable), db.prepare(sql.rewrite)]
  const [move, askAt, next] = [db.prepare(sql.move), db.prepare(sql.askAt), db.prepare(sql.next)]
  const [due, seen, see] = [db.prepare(sql.due), db.prepare(sql.seen), db.prepare(sql.see)]
  const [hold, release] = [db.prepare(sql.hold), db.prepare(sql.release)]

  function change(found: Changeable, { text, sendAtMs, isConfirmed }: ScheduledChange, at: At): void {
    const { seq: send, conversation } = found
    const atMs = sendAtMs ?? found.sendAtMs
    if (sendAtMs !== undefined) requireReachable(sendAtMs, at.nowMs)
    if (text !== undefined && found.text === null) throw invalid('text', 'is not part of this message')
    const written = text ?? found.text
    if (written !== null) {
      const part: PartOrder = { kind: 'text', text: written }
      limits.requireFewPeople({ conversation, isConfirmed, parts: [part] }, { atMs, sameTextPeople: at.sameTextPeople })
      rewrite.run({ send, text: written, bodyHash: bodyHash(part), sameHash: sameHash(part) })
    }
    if (sendAtMs !== undefined) move.run({ send, sendAtMs })
    askAt.run({ send, atMs })
    changes.settle(send, at.nowMs)
    changes.touch(send, at.nowMs)
  }

  const keep = (send: number, as: Hold, nowMs: number) => {
    hold.run({ send, hold: as })
    changes.settle(send, nowMs)
  }

  function letGo(send: number, { nowMs, expiresAfterMs }: Release): void {
    release.run({ send, expiresAtMs: nowMs + expiresAfterMs })
    askAt.run({ send, atMs: nowMs })
    changes.settle(send, nowMs)
  }

  function releaseAll(asked: Release): { released: number; missed: number } {
    const { nowMs, perMinute, missedAfterMs } = asked
    const { seenAtMs } = seen.get() as { seenAtMs: number | null }
    const found = due.all(nowMs) as unknown as Due[]
    const missed = found.filter((one) => isMissed(one, { nowMs, seenAtMs, missedAfterMs }))
    for (const { send } of missed) keep(send, 'missed', nowMs)
    const left = found.filter((one) => !missed.includes(one))
    const full = left.findIndex(() => !limits.takePlace({ perMinute, nowMs }))
    const [free, waiting] = full === -1 ? [left, []] : [left.slice(0, full), left.slice(full)]
    for (const { send } of free) letGo(send, asked)
    for (const one of waiting) if (one.hold === 'scheduled') keep(one.send, 'due', nowMs)
    if (waiting.length > 0 && Math.abs(nowMs - (seenAtMs ?? 0)) > seenEveryMs) see.run(nowMs)
    return { released: free.length, missed: missed.length }
  }

  function requirePlace(): void {
    if ((count.get() as { n: number }).n >= mostScheduled)
      throw new ServiceError('schedule_full', `${mostScheduled} messages are scheduled already.`)
  }

  const nextDueMs = () => (next.get() as { dueMs: number | null }).dueMs ?? undefined

  return {
    admit(order, { sameTextPeople }) {
      requireReachable(order.sendAtMs, order.createdAtMs)
      requirePlace()
      limits.requireFewPeople(order, { atMs: order.sendAtMs, sameTextPeople })
    },
    keepReleased(send, nowMs) {
      requirePlace()
      keep(send, 'scheduled', nowMs)
    },
    listScheduled: (limit) => (list.all(limit) as unknown as HeldRow[]).map(toScheduled),
    findScheduled(id) {
      const row = find.get(id)
      return row && toScheduled(row as unknown as HeldRow)
    },
    changeScheduled: (id, changed, at) =>
      inTransaction(db, () => {
        const found = changeable.get(id) as unknown as Changeable | undefined
        if (found !== undefined) change(found, changed, at)
        return found !== undefined
      }),
    nextDueMs,
    releaseDue(asked) {
      const dueMs = nextDueMs()
      if (dueMs === undefined || dueMs > asked.nowMs) return { released: 0, missed: 0 }
      return inTransaction(db, () => releaseAll(asked))
    },
  }
}

interface At {
  nowMs: number
  sameTextPeople: number
}

const toScheduled = ({ hold, send_at_ms, created_at_ms, updated_at_ms, ...row }: HeldRow): Scheduled => ({
  ...row,
  state: hold === 'due' ? 'queued' : hold,
  send_at: timestamp(send_at_ms),
  created_at: timestamp(created_at_ms),
  updated_at: timestamp(updated_at_ms),
})
