/** Decides what an attempt to deliver a rule's post means: done, to be retried, or failed. */
import { backoffMs } from '../../base/backoff.ts'

/** The response's status, the code of the failure to get one, or the reason why no request was made. */
export type PostAnswer = { status: number } | { failure: string } | { refused: string }

export type PostVerdict =
  | { is: 'done' }
  | { is: 'retry'; nextAtMs: number; reason: string }
  | { is: 'failed'; reason: string }

interface Attempt {
  answer: PostAnswer
  /** The number of attempts before this one. */
  attempts: number
  firedAtMs: number
  nowMs: number
}

const backoff = { firstMs: 1_000, longestMs: 60_000 }
const patienceMs = 10 * 60_000

/**
 * Retries after 1, 2, 4 … 60 seconds, for ten minutes. Even the first attempt may come later than that, when the bridge
 * was down.
 */
export function postVerdict({ answer, attempts, firedAtMs, nowMs }: Attempt): PostVerdict {
  if ('status' in answer && answer.status >= 200 && answer.status < 300) return { is: 'done' }
  if ('refused' in answer) return { is: 'failed', reason: answer.refused }
  const reason = reasonOf(answer)
  const nextAtMs = nowMs + backoffMs(backoff, attempts + 1)
  // The difference counts in both directions, since the clock may have been set back in between.
  return Math.abs(nextAtMs - firedAtMs) > patienceMs ? { is: 'failed', reason } : { is: 'retry', nextAtMs, reason }
}

function reasonOf(answer: Exclude<PostAnswer, { refused: string }>): string {
  if ('failure' in answer) return answer.failure
  const { status } = answer
  return status >= 300 && status < 400 ? `answered ${status}, a redirect, which is not followed` : `answered ${status}`
}
