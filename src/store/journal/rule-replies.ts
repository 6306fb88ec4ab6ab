/** Answers that rules want sent: the bridge claims them; what was not claimed in time is never sent. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { ChatGuid, ConversationKey } from '../../contract/ids.ts'
import { inTransaction } from '../transaction.ts'
import { storedJson } from './stored-json.ts'

/** What a firing keeps of an answer. */
export interface ReplyRequest {
  chatGuid: ChatGuid
  body: string
}

export interface ClaimedReply extends ReplyRequest {
  /** Of the firing; fit for an idempotency key. */
  id: string
  rule: string
  conversation: ConversationKey
  /** Not to be sent after this moment, Unix milliseconds. */
  expiresAtMs: number
}

export interface RuleReplies {
  /** The oldest first, each one once. */
  claimReplies(nowMs: number): ClaimedReply[]
  /** Those that were claimed and never settled, as a bridge leaves them that dies. */
  claimedReplies(nowMs: number): ClaimedReply[]
  /** What became of a claimed one; `failure` says why it was not sent, without what was to be said. */
  settleReply(id: string, { failure, nowMs }: { failure: string | null; nowMs: number }): void
  /** Gives up what nobody claimed in time. Tells the rules concerned, one for each answer. */
  expireReplies(nowMs: number): string[]
}

// One that was asked for in the future comes from a clock that was set back: how old it really is nobody knows.
const isTimely = `expires_at_ms > :nowMs AND fired_at_ms < :nowMs + (expires_at_ms - fired_at_ms)`
const isPending = `action = 'auto_reply' AND state = 'pending'`
const sql = {
  timely: `SELECT id, rule, conversation, request, expires_at_ms FROM rule_firing
    WHERE ${isPending} AND ${isTimely} ORDER BY fired_at_ms`,
  claim: `UPDATE rule_firing SET state = 'claimed', attempts = 1 WHERE id = ?`,
  claimed: `SELECT id, rule, conversation, request, expires_at_ms FROM rule_firing
    WHERE action = 'auto_reply' AND state = 'claimed' AND request IS NOT NULL ORDER BY fired_at_ms`,
  settle: `UPDATE rule_firing SET state = CASE WHEN :failure IS NULL THEN 'done' ELSE 'failed' END, reason = :failure,
    request = NULL, settled_at_ms = :nowMs WHERE id = :id AND state = 'claimed'`,
  expire: `UPDATE rule_firing SET state = 'expired', reason = 'nobody sent it in time', request = NULL, settled_at_ms = :nowMs
    WHERE ${isPending} AND NOT (${isTimely}) RETURNING rule`,
}

export function ruleReplies(db: DatabaseSync): RuleReplies {
  const [timely, claim, claimed] = [db.prepare(sql.timely), db.prepare(sql.claim), db.prepare(sql.claimed)]
  const [settle, expire] = [db.prepare(sql.settle), db.prepare(sql.expire)]

  /** One that is damaged is given up: what it was to say is not guessed. */
  function readable(row: Record<string, SQLOutputValue>, nowMs: number): ClaimedReply[] {
    const request = storedJson<ReplyRequest>(row.request)
    if (request !== undefined) return [{ ...claimedReply(row), ...request }]
    settle.run({ id: row.id as string, failure: 'what was to be answered is damaged', nowMs })
    return []
  }

  return {
    claimReplies: (nowMs) =>
      inTransaction(db, () =>
        timely.all({ nowMs }).flatMap((row) => {
          claim.run(row.id as string)
          return readable(row, nowMs)
        }),
      ),
    claimedReplies: (nowMs) => claimed.all().flatMap((row) => readable(row, nowMs)),
    settleReply: (id, { failure, nowMs }) => void settle.run({ id, failure, nowMs }),
    expireReplies: (nowMs) => expire.all({ nowMs }).map(({ rule }) => String(rule)),
  }
}

const claimedReply = (row: Record<string, SQLOutputValue>) => ({
  id: String(row.id),
  rule: String(row.rule),
  conversation: row.conversation as ConversationKey,
  expiresAtMs: Number(row.expires_at_ms),
})
