/** Replies that rules request: the bridge claims them, and one that was not claimed in time is never sent. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { ChatGuid, ConversationKey } from '../../contract/ids.ts'
import { inTransaction } from '../transaction.ts'
import { storedJson } from './stored-json.ts'

/** The content of a reply, as its firing stores it. */
export interface ReplyRequest {
  chatGuid: ChatGuid
  body: string
  /** The name of the rule, where its reply waits for the owner. */
  asks?: string
}

export interface ClaimedReply extends ReplyRequest {
  /** Id of the firing; usable as an idempotency key. */
  id: string
  rule: string
  conversation: ConversationKey
  /** Unix milliseconds after which the reply must not be sent. */
  expiresAtMs: number
}

export interface RuleReplies {
  /** Claims what is pending, oldest first, each reply once. */
  claimReplies(nowMs: number): ClaimedReply[]
  /** Returns replies that were claimed and never settled, as a bridge that died leaves them. */
  claimedReplies(nowMs: number): ClaimedReply[]
  /**
   * Records the outcome of a claimed reply; `failure` is the reason why it was not sent, without the text of the reply.
   */
  settleReply(id: string, { failure, nowMs }: { failure: string | null; nowMs: number }): void
  /** Gives up replies that nobody claimed in time. Returns the rules concerned, one entry for each reply. */
  expireReplies(nowMs: number): string[]
}

// A reply requested in the future comes from a clock that was set back, so its real age is unknown.
const isTimely = `expires_at_ms > :nowMs AND fired_at_ms < :nowMs + (expires_at_ms - fired_at_ms)`
const isPending = `action = 'auto_reply' AND state = 'pending'`
const sql = {
  pending: `SELECT 1 FROM rule_firing WHERE ${isPending} LIMIT 1`,
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
  const pending = db.prepare(sql.pending)
  /** Both are asked twice a second, mostly in vain: only this reads without locking the journal. */
  const isAnyPending = () => pending.get() !== undefined

  /** Gives up a damaged reply, since its text must not be guessed. */
  function readable(row: Record<string, SQLOutputValue>, nowMs: number): ClaimedReply[] {
    const request = storedJson<ReplyRequest>(row.request)
    if (request !== undefined) return [{ ...claimedReply(row), ...request }]
    settle.run({ id: row.id as string, failure: 'what was to be answered is damaged', nowMs })
    return []
  }

  return {
    claimReplies(nowMs) {
      if (!isAnyPending()) return []
      return inTransaction(db, () =>
        timely.all({ nowMs }).flatMap((row) => {
          claim.run(row.id as string)
          return readable(row, nowMs)
        }),
      )
    },
    claimedReplies: (nowMs) => claimed.all().flatMap((row) => readable(row, nowMs)),
    settleReply: (id, { failure, nowMs }) => void settle.run({ id, failure, nowMs }),
    expireReplies: (nowMs) => (isAnyPending() ? expire.all({ nowMs }).map(({ rule }) => String(rule)) : []),
  }
}

const claimedReply = (row: Record<string, SQLOutputValue>) => ({
  id: String(row.id),
  rule: String(row.rule),
  conversation: row.conversation as ConversationKey,
  expiresAtMs: Number(row.expires_at_ms),
})
