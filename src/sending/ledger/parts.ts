/** The parts of a send, each with the one handover that decides its outcome. */
import type { DatabaseSync } from 'node:sqlite'
import type { ErrorCode } from '../../contract/errors.ts'
import type { ChatGuid, MessageGuid, RowId } from '../../contract/ids.ts'
import type { Failure, HandoverFacts, PartFacts, RowState } from '../decisions/send-state.ts'

export type Stage = 'ready' | 'later' | 'held' | 'fallback' | 'out' | 'dropped'

export interface PartRow {
  number: number
  stage: Stage
  fellBack: number
  hasContent: number
  droppedAs: 'failed' | 'uncertain' | null
  droppedCode: ErrorCode | null
  droppedNumber: number | null
  /**
   * The part's last handover, leaving out those known to have sent nothing; when null, all fields below are null as
   * well.
   */
  handover: number | null
  isFallback: number | null
  service: string | null
  endedAs: HandoverFacts['end']
  errorNumber: number | null
  rowid: RowId | null
  guid: MessageGuid | null
  lookState: RowState | null
  lookError: number | null
  lookService: string | null
  lookChatGuid: ChatGuid | null
}

const sql = {
  of: `SELECT p.number, p.stage, p.fell_back AS fellBack, p.content IS NOT NULL AS hasContent,
      p.dropped_as AS droppedAs, p.error_code AS droppedCode, p.error_number AS droppedNumber,
      h.id AS handover, h.is_fallback AS isFallback, h.service, h.ended_as AS endedAs, h.error_number AS errorNumber,
      h.rowid_of_message AS rowid, h.guid, h.look_state AS lookState, h.look_error AS lookError,
      h.look_service AS lookService, h.look_chat_guid AS lookChatGuid
    FROM part p LEFT JOIN handover h ON h.id = (
      SELECT max(id) FROM handover WHERE send = p.send AND part = p.number AND ended_as IS NOT 'not_sent')
    WHERE p.send = ? ORDER BY p.number`,
  stage: 'UPDATE part SET stage = :stage WHERE send = :send AND number = :number',
  fallback: 'UPDATE part SET stage = :stage, fell_back = :fellBack WHERE send = :send AND number = :number',
  drop: `UPDATE part SET stage = 'dropped', dropped_as = :as, error_code = :code, error_number = :errorNumber
    WHERE send = :send AND number = :number`,
  forget: 'UPDATE part SET content = NULL, file_name = NULL WHERE send = :send AND number = :number',
}

/**
 * Operations on the parts of one send, identified by its sequence number; all but `of` must run inside a transaction.
 */
export interface PartTable {
  of(send: number): PartRow[]
  setStage(part: PartId, stage: Stage): void
  fallBack(part: PartId): void
  /** Takes back a fallback because the message was sent after all. */
  takeBackFallback(part: PartId): void
  drop(part: PartId, as: 'failed' | 'uncertain', failure: Failure): void
  /** Forgets the text or the path of the file. */
  forgetContent(part: PartId): void
}

export interface PartId {
  send: number
  number: number
}

export function partTable(db: DatabaseSync): PartTable {
  const [of, stage, fallback] = [db.prepare(sql.of), db.prepare(sql.stage), db.prepare(sql.fallback)]
  const [drop, forget] = [db.prepare(sql.drop), db.prepare(sql.forget)]
  return {
    of: (send) => of.all(send) as unknown as PartRow[],
    setStage: ({ send, number }, to) => void stage.run({ send, number, stage: to }),
    fallBack: ({ send, number }) => void fallback.run({ send, number, stage: 'fallback', fellBack: 1 }),
    takeBackFallback: ({ send, number }) => void fallback.run({ send, number, stage: 'out', fellBack: 0 }),
    drop: ({ send, number }, as, { code, number: errorNumber }) =>
      void drop.run({ send, number, as, code, errorNumber }),
    forgetContent: ({ send, number }) => void forget.run({ send, number }),
  }
}

/** Extracts the facts that the decisions are based on. */
export function partFacts(part: PartRow): PartFacts {
  const { stage, droppedAs, droppedCode, droppedNumber } = part
  if (stage === 'fallback') return { is: 'fallback' }
  if (stage === 'dropped' && droppedAs !== null && droppedCode !== null)
    return { is: 'dropped', as: droppedAs, failure: { code: droppedCode, number: droppedNumber } }
  if (stage !== 'out') return { is: 'waiting' }
  return { is: 'out', handover: handoverFacts(part) }
}

const handoverFacts = ({ endedAs, errorNumber, guid, lookState, lookError }: PartRow): HandoverFacts => ({
  end: endedAs,
  number: errorNumber,
  row: guid === null ? null : { state: lookState ?? 'landed', error: lookError ?? 0 },
})
