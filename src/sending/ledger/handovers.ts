/**
 * Runs of scripts: records each before it starts and how it ended. A part is handed over again only when nothing was
 * sent.
 */
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../../store/transaction.ts'
import { lateRowMs } from '../decisions/own-row.ts'
import type { Changes } from './changes.ts'
import type { HandoverEnd, HandoverId, NewHandover, SendLedger } from './ledger.ts'
import type { PartId, PartTable } from './parts.ts'

const sql = {
  untouched: `SELECT p.send, p.number FROM part p JOIN send s ON s.seq = p.send
    WHERE s.id = :send AND p.stage IN ('ready', 'later', 'held')
      AND NOT EXISTS (SELECT 1 FROM handover h WHERE h.send = p.send AND h.ended_as IS NOT 'not_sent')`,
  ready: `SELECT p.send, p.number FROM part p JOIN send s ON s.seq = p.send
    WHERE s.id = :send AND p.number = :part AND p.stage IN ('ready', 'fallback') AND s.expires_at_ms >= :atMs`,
  record: `INSERT INTO handover (send, part, is_fallback, service, conversation, kind, body_hash, after_rowid, at_ms,
      followed_until_ms)
    SELECT s.seq, p.number, p.fell_back, :service, s.conversation, p.kind, p.body_hash, :afterRowid, :atMs, :atMs + ${lateRowMs}
    FROM part p JOIN send s ON s.seq = p.send WHERE s.seq = :send AND p.number = :number
    RETURNING id`,
  started: 'UPDATE handover SET pid = :pid WHERE id = :id',
  orphan: 'SELECT id, pid, at_ms AS atMs FROM handover WHERE ended_at_ms IS NULL ORDER BY id LIMIT 1',
  running: `SELECT h.send, h.part AS number, h.is_fallback AS isFallback, h.guid IS NOT NULL AS hasLanded
    FROM handover h WHERE h.id = ? AND h.ended_at_ms IS NULL`,
  ended: `UPDATE handover SET ended_at_ms = :nowMs, ended_as = :as, error_number = :number,
      followed_until_ms = iif(:as = 'not_sent', NULL, followed_until_ms)
    WHERE id = :id`,
  givenUp: `UPDATE handover SET ended_as = 'uncertain', error_number = NULL
    WHERE id = ? AND guid IS NULL AND ended_as IN ('handed_over', 'abandoned') RETURNING send`,
  waiting: `SELECT p.send, p.number, p.stage FROM part p JOIN send s ON s.seq = p.send
    WHERE s.id = ? AND p.stage IN ('ready', 'later', 'held', 'fallback') ORDER BY p.number LIMIT 1`,
}

interface Running extends PartId {
  isFallback: number
  hasLanded: number
}

type Handovers = Pick<
  SendLedger,
  'recordHandover' | 'recordStart' | 'findOrphan' | 'recordEnd' | 'failSend' | 'cancel' | 'recordAbandoned' | 'giveUp'
>

export function handovers(db: DatabaseSync, { parts, changes }: { parts: PartTable; changes: Changes }): Handovers {
  const [ready, record, started] = [db.prepare(sql.ready), db.prepare(sql.record), db.prepare(sql.started)]
  const [orphan, running, ended] = [db.prepare(sql.orphan), db.prepare(sql.running), db.prepare(sql.ended)]
  const [givenUp, waiting, untouched] = [db.prepare(sql.givenUp), db.prepare(sql.waiting), db.prepare(sql.untouched)]

  function handOver({ send, part, service, afterRowid, atMs }: NewHandover): HandoverId | undefined {
    const found = ready.get({ send, part, atMs }) as unknown as PartId | undefined
    if (found === undefined) return undefined
    const { id } = record.get({ ...found, service, afterRowid, atMs }) as { id: HandoverId }
    parts.setStage(found, 'out')
    changes.settle(found.send, atMs)
    return id
  }

  function end(
    id: HandoverId,
    as: 'abandoned' | HandoverEnd['is'],
    { number, nowMs }: { number: number | null; nowMs: number },
  ) {
    const run = running.get(id) as unknown as Running | undefined
    if (run === undefined) return undefined
    // A row of Messages outweighs the result of a script.
    const believed = as === 'not_sent' && run.hasLanded ? 'handed_over' : as
    ended.run({ id, as: believed, number, nowMs })
    return { ...run, isBackInQueue: believed === 'not_sent' }
  }

  function finish(id: HandoverId, how: HandoverEnd, { nowMs, isFinal }: { nowMs: number; isFinal: boolean }): void {
    const run = end(id, how.is, { number: 'number' in how ? how.number : null, nowMs })
    if (run === undefined) return
    const isOver = run.isBackInQueue && isFinal
    if (run.isBackInQueue && run.isFallback) parts.setStage(run, isOver ? 'out' : 'fallback')
    else if (isOver && how.is === 'not_sent') parts.drop(run, 'failed', how)
    else if (run.isBackInQueue) parts.setStage(run, 'ready')
    changes.settle(run.send, nowMs)
  }

  return {
    recordHandover: (handover) => inTransaction(db, () => handOver(handover)),
    recordStart: (id, pid) => void started.run({ id, pid }),
    findOrphan: () => orphan.get() as ReturnType<SendLedger['findOrphan']>,
    recordEnd: (id, how, at) => inTransaction(db, () => finish(id, how, at)),
    failSend: (send, { code, number, nowMs }) =>
      inTransaction(db, () => {
        const part = waiting.get(send) as unknown as (PartId & { stage: string }) | undefined
        if (part === undefined) return
        if (part.stage === 'fallback') parts.setStage(part, 'out')
        else parts.drop(part, 'failed', { code, number })
        changes.settle(part.send, nowMs)
      }),
    cancel: (send, nowMs) =>
      inTransaction(db, () => {
        const cancelled = untouched.all({ send }) as unknown as PartId[]
        for (const part of cancelled) parts.drop(part, 'failed', { code: 'send_cancelled', number: null })
        const [first] = cancelled
        if (first !== undefined) changes.settle(first.send, nowMs)
      }),
    recordAbandoned: (id, nowMs) =>
      inTransaction(db, () => {
        const run = end(id, 'abandoned', { number: null, nowMs })
        if (run !== undefined) changes.settle(run.send, nowMs)
      }),
    giveUp: (id, nowMs) =>
      inTransaction(db, () => {
        const over = givenUp.get(id) as { send: number } | undefined
        if (over !== undefined) changes.settle(over.send, nowMs)
      }),
  }
}
