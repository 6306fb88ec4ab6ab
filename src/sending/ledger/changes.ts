/** Derives the state of a send from a change of a part or handover, and reports which sends have changed. */
import type { DatabaseSync } from 'node:sqlite'
import { limitTo } from '../../base/sql-parameter.ts'
import { nextStage } from '../decisions/next-stage.ts'
import {
  askingOutcome,
  type Hold,
  heldOutcome,
  type PartOutcome,
  partOutcome,
  type SendOutcome,
  sendOutcome,
  unreachableError,
} from '../decisions/send-state.ts'
import type { SendLedger } from './ledger.ts'
import { type PartRow, type PartTable, partFacts } from './parts.ts'
import { type SendRow, sendColumns, toSend } from './sends.ts'

export interface Changes extends Pick<SendLedger, 'changedSince' | 'revision'> {
  /** Runs in each transaction that changed anything of this send. */
  settle(send: number, nowMs: number): void
  /** Runs in each transaction that changed something of this send that its state does not show. */
  touch(send: number, nowMs: number): void
  /** Runs inside a transaction. */
  newRevision(): number
}

const shown = 'state, error_code, error_number, chat_guid, service, sms_fallback, rowid_of_message, guid'
const given = ':state, :code, :number, :chatGuid, :service, :smsFallback, :rowid, :guid'
const sql = {
  asked: `SELECT asked_chat_guid AS chatGuid, asked_service AS service, hold,
      EXISTS (SELECT 1 FROM asking a WHERE a.send = s.seq AND a.ended_as IS NULL) AS asks
    FROM send s WHERE seq = ?`,
  endAsking: `UPDATE asking SET ended_as = 'over', ended_at_ms = :nowMs, reason = NULL
    WHERE send = :send AND ended_as IS NULL`,
  unhold: 'UPDATE send SET hold = NULL WHERE seq = ?',
  touch: 'UPDATE send SET updated_at_ms = :nowMs, revision = (SELECT revision FROM machine) WHERE seq = :send',
  show: `UPDATE send SET (${shown}) = (${given}), updated_at_ms = :nowMs, revision = (SELECT revision + 1 FROM machine)
    WHERE seq = :send AND (${shown}) IS NOT (${given})`,
  newRevision: 'UPDATE machine SET revision = revision + 1 RETURNING revision',
  revision: 'SELECT revision FROM machine',
  changedSince: `SELECT revision, ${sendColumns} FROM send WHERE revision > ? ORDER BY revision ${limitTo('?')}`,
}

interface Asked {
  chatGuid: string | null
  service: string | null
  /** The reason for which it is not handed over yet, although nothing else keeps it back. */
  hold: Hold | null
  /** 1 while it waits for its owner. */
  asks: number
}

export function sendChanges(db: DatabaseSync, parts: PartTable): Changes {
  const [asked, show, changedSince] = [db.prepare(sql.asked), db.prepare(sql.show), db.prepare(sql.changedSince)]
  const [newRevision, revision] = [db.prepare(sql.newRevision), db.prepare(sql.revision)]
  const [unhold, touch, endAsking] = [db.prepare(sql.unhold), db.prepare(sql.touch), db.prepare(sql.endAsking)]
  const revisionIn = (row: object | undefined) => (row as { revision: number }).revision
  return {
    settle(send, nowMs) {
      const order = asked.get(send) as unknown as Asked
      // A send that is cancelled while it was kept back has nothing left that could be held.
      const isKept = parts.of(send)[0]?.stage === 'held'
      const asks = order.asks === 1 && isKept
      const isHeld = asks || (order.hold !== null && isKept)
      if (order.hold !== null && !isHeld) unhold.run(send)
      if (order.asks === 1 && !asks) endAsking.run({ send, nowMs })
      const rows = isHeld ? parts.of(send) : advanceParts(parts, send)
      const outcomes = rows.map((row) => partOutcome(partFacts(row)))
      const outcome = asks ? askingOutcome : isHeld ? heldOutcome(order.hold) : sendOutcome(outcomes)
      const values = { ...columnsOf(rows, order), ...outcomeColumns(outcome) }
      if (show.run({ send, nowMs, ...values }).changes === 1) newRevision.get()
      for (const [at, row] of rows.entries())
        if (row.hasContent && !needsContent(row, outcomes[at], order)) parts.forgetContent({ send, number: row.number })
    },
    touch(send, nowMs) {
      newRevision.get()
      touch.run({ send, nowMs })
    },
    newRevision: () => revisionIn(newRevision.get()),
    changedSince: (after, limit) =>
      (changedSince.all(after, limit) as unknown as (SendRow & { revision: number })[]).map(({ revision, ...row }) => ({
        revision,
        send: toSend(row),
      })),
    revision: () => revisionIn(revision.get()),
  }
}

/** Advances the stage of each part, now that more is known of the part before it. */
function advanceParts(parts: PartTable, send: number): PartRow[] {
  const rows: PartRow[] = []
  for (const row of parts.of(send)) rows.push(advancePart(parts, { send, row, before: rows.at(-1) }))
  return rows
}

function advancePart(
  parts: PartTable,
  { send, row, before }: { send: number; row: PartRow; before: PartRow | undefined },
): PartRow {
  if (row.stage !== 'ready' && row.stage !== 'later' && row.stage !== 'held') return row
  const next = nextStage(before && partFacts(before))
  if (next.is === row.stage) return row
  const part = { send, number: row.number }
  if (next.is !== 'dropped') {
    parts.setStage(part, next.is)
    return { ...row, stage: next.is }
  }
  const { as, failure } = next
  parts.drop(part, as, failure)
  return { ...row, stage: 'dropped', droppedAs: as, droppedCode: failure.code, droppedNumber: failure.number }
}

/** The send is represented by its first part; a text after a file is only its caption. */
function columnsOf(rows: readonly PartRow[], asked: Asked) {
  const isFallback = rows.some(({ stage, isFallback }) => stage === 'fallback' || isFallback === 1)
  const first = rows[0]?.stage === 'out' ? rows[0] : undefined
  return {
    chatGuid: rows.find(({ lookChatGuid }) => lookChatGuid !== null)?.lookChatGuid ?? asked.chatGuid,
    service: first?.lookService ?? first?.service ?? (isFallback ? 'SMS' : asked.service),
    smsFallback: Number(isFallback),
    rowid: first?.rowid ?? null,
    guid: first?.guid ?? null,
  }
}

const outcomeColumns = ({ state, failure }: SendOutcome) => ({
  state,
  code: failure?.code ?? null,
  number: failure?.number ?? null,
})

/** Returns whether the part may still have to be handed over: for the first time, again, or as SMS. */
function needsContent(
  { stage, fellBack, lookError }: PartRow,
  outcome: PartOutcome | undefined,
  asked: Asked,
): boolean {
  if (stage !== 'out') return stage !== 'dropped'
  if (outcome?.state === 'failed') return lookError === unreachableError && fellBack === 0 && asked.service === null
  return outcome?.state === 'handed_over' || outcome?.state === 'landed'
}
