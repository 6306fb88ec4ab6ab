/** Records the state of the rows that handovers became, and decides which of them are still followed. */
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../../store/transaction.ts'
import type { RowStatus } from '../decisions/row-status.ts'
import { isNewer, type RowState, unreachableError } from '../decisions/send-state.ts'
import type { Changes } from './changes.ts'
import type { FollowedHandover, HandoverId, SendLedger } from './ledger.ts'
import type { PartId, PartTable } from './parts.ts'

const hourMs = 3_600_000
/** How long a row is followed until it is read. */
export const stillFollowedMs = 48 * hourMs
/** How long a failed row is followed, since "Try Again" in Messages may still send it. */
const followedAfterFailureMs = 10 * 60_000
const mostFollowed = 1_000

const mayFallBack = `(p.stage = 'out' AND p.fell_back = 0 AND p.content IS NOT NULL AND s.asked_service IS NULL
  AND h.service IS NOT 'SMS' AND h.look_service IS NOT 'SMS')`
const joined = `FROM handover h JOIN send s ON s.seq = h.send JOIN part p ON p.send = h.send AND p.number = h.part`
const statusColumns = `h.look_state AS state, h.look_error AS error, h.look_service AS lookService, h.look_chat_guid AS lookChatGuid`

const sql = {
  followed: `SELECT h.id, s.id AS send, h.part, h.kind, h.conversation, s.handle, h.service, h.after_rowid AS afterRowid,
      h.at_ms AS atMs, h.ended_at_ms AS endedAtMs, h.rowid_of_message AS rowid, h.guid, ${statusColumns}, h.failed_at_ms AS failedAtMs,
      ${mayFallBack} AS mayFallBack, s.expires_at_ms AS expiresAtMs
    ${joined} WHERE h.followed_until_ms > ? ORDER BY h.id DESC LIMIT ${mostFollowed}`,
  before: `SELECT h.send, h.part AS number, p.stage, h.failed_at_ms AS failedAtMs, h.followed_until_ms AS untilMs, ${statusColumns}
    ${joined} WHERE h.id = ? AND h.guid IS NOT NULL`,
  recordStatus: `UPDATE handover SET look_state = :state, look_error = :error, look_service = :service,
      look_chat_guid = :chatGuid, failed_at_ms = :failedAtMs, followed_until_ms = :untilMs
    WHERE id = :id`,
  fallBack: `SELECT h.send, h.part AS number ${joined}
    WHERE h.id = :id AND ${mayFallBack} AND s.expires_at_ms >= :nowMs
      AND h.look_state = 'failed' AND h.look_error = ${unreachableError}
      AND h.id = (SELECT max(id) FROM handover WHERE send = h.send AND part = h.part)`,
}

interface StatusColumns {
  state: RowState | null
  error: number
  lookService: string
  lookChatGuid: RowStatus['chatGuid']
}

interface Before extends PartId, StatusColumns {
  stage: string
  failedAtMs: number | null
  untilMs: number | null
}

type FollowedRow = Omit<FollowedHandover, 'status' | 'mayFallBack'> & StatusColumns & { mayFallBack: number }

export interface RowDeps {
  parts: PartTable
  changes: Changes
}

export function landedRows(
  db: DatabaseSync,
  { parts, changes }: RowDeps,
): Pick<SendLedger, 'listFollowed' | 'recordStatus' | 'fallBack'> {
  const [followed, before] = [db.prepare(sql.followed), db.prepare(sql.before)]
  const [recordStatus, fallBack] = [db.prepare(sql.recordStatus), db.prepare(sql.fallBack)]
  /** Returns undefined when the status contains nothing new. */
  const beforeNews = (id: HandoverId, status: RowStatus) => {
    const row = before.get(id) as unknown as Before | undefined
    return row !== undefined && isNews(statusIn(row), status) ? row : undefined
  }

  function record(id: HandoverId, status: RowStatus, nowMs: number): void {
    const row = beforeNews(id, status)
    if (row === undefined) return
    recordStatus.run({ id, ...status, ...followedBy(row, status.state, nowMs) })
    if (status.state !== 'failed' && row.stage === 'fallback') parts.takeBackFallback(row)
    changes.settle(row.send, nowMs)
  }

  return {
    listFollowed: (nowMs) => (followed.all(nowMs) as unknown as FollowedRow[]).map(followedIn).reverse(),
    recordStatus(id, status, nowMs) {
      if (beforeNews(id, status) !== undefined) inTransaction(db, () => record(id, status, nowMs))
    },
    fallBack: (id, nowMs) =>
      inTransaction(db, () => {
        const part = fallBack.get({ id, nowMs }) as unknown as PartId | undefined
        if (part === undefined) return
        parts.fallBack(part)
        changes.settle(part.send, nowMs)
      }),
  }
}

const statusIn = ({ state, error, lookService, lookChatGuid }: StatusColumns): RowStatus | null =>
  state === null ? null : { state, error, service: lookService, chatGuid: lookChatGuid }

const followedIn = ({
  mayFallBack,
  state,
  error,
  lookService,
  lookChatGuid,
  ...row
}: FollowedRow): FollowedHandover => ({
  ...row,
  status: statusIn({ state, error, lookService, lookChatGuid }),
  mayFallBack: mayFallBack === 1,
})

function isNews(before: RowStatus | null, after: RowStatus): boolean {
  if (before === null) return true
  const isSame = before.state === after.state && before.error === after.error
  if (isSame && before.service === after.service && before.chatGuid === after.chatGuid) return false
  return isNewer(before.state, after.state)
}

function followedBy({ state, failedAtMs, untilMs }: Before, now: RowState, nowMs: number) {
  if (now === 'failed') {
    const sinceMs = state === 'failed' ? (failedAtMs ?? nowMs) : nowMs
    return { failedAtMs: sinceMs, untilMs: sinceMs + followedAfterFailureMs }
  }
  if (now === 'read') return { failedAtMs: null, untilMs: null }
  return { failedAtMs: null, untilMs: state === 'failed' ? nowMs + stillFollowedMs : untilMs }
}
