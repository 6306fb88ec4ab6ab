/** Posts that rules request: finds the next one that is due and records the outcome of each attempt. */
import type { DatabaseSync } from 'node:sqlite'
import type { PostVerdict } from '../../domain/rules/post-verdict.ts'
import { storedJson } from './stored-json.ts'

/** The content of a post, as its firing stores it. */
export interface PostRequest {
  url: string
  body: unknown
}

export interface PendingPost extends PostRequest {
  /** Id of the firing, the same on every attempt. */
  id: string
  rule: string
  /** Attempts that have ended. */
  attempts: number
  firedAtMs: number
}

/** Posts that are being carried out, and busy rules: `next` leaves them out. */
interface Underway {
  ids: readonly string[]
  rules: readonly string[]
}

export interface RulePosts {
  next(nowMs: number, without: Underway): PendingPost | undefined
  /** Records the outcome of one attempt. */
  settle(id: string, verdict: PostVerdict, nowMs: number): void
}

/**
 * The longest pause between attempts. A post that is due later than this was postponed before the clock was set back,
 * so it is due now.
 */
const longestPauseMs = 60_000

const sql = {
  next: `SELECT id, rule, request, attempts, fired_at_ms FROM rule_firing
    WHERE action = 'webhook' AND state = 'pending' AND next_at_ms NOT BETWEEN :nowMs + 1 AND :nowMs + ${longestPauseMs}
    AND id NOT IN (SELECT value FROM json_each(:ids)) AND rule NOT IN (SELECT value FROM json_each(:rules))
    ORDER BY next_at_ms, fired_at_ms LIMIT 1`,
  retry: `UPDATE rule_firing SET attempts = attempts + 1, next_at_ms = :nextAtMs, reason = :reason
    WHERE id = :id AND state = 'pending'`,
  settle: `UPDATE rule_firing SET attempts = attempts + 1, state = :state, reason = :reason, request = NULL,
    settled_at_ms = :nowMs WHERE id = :id AND state = 'pending'`,
}

export function rulePosts(db: DatabaseSync): RulePosts {
  const [next, retry, settle] = [db.prepare(sql.next), db.prepare(sql.retry), db.prepare(sql.settle)]
  const posts: RulePosts = {
    next(nowMs, without) {
      const { ids, rules } = without
      const row = next.get({ nowMs, ids: JSON.stringify(ids), rules: JSON.stringify(rules) })
      if (row === undefined) return undefined
      const [id, rule] = [String(row.id), String(row.rule)]
      const request = storedJson<PostRequest>(row.request)
      if (request !== undefined)
        return { id, rule, attempts: Number(row.attempts), firedAtMs: Number(row.fired_at_ms), ...request }
      posts.settle(id, { is: 'failed', reason: 'what was to be posted is damaged' }, nowMs)
      return posts.next(nowMs, without)
    },
    settle(id, verdict, nowMs) {
      if (verdict.is === 'retry') retry.run({ id, nextAtMs: verdict.nextAtMs, reason: verdict.reason })
      else settle.run({ id, state: verdict.is, reason: verdict.is === 'failed' ? verdict.reason : null, nowMs })
    },
  }
  return posts
}
