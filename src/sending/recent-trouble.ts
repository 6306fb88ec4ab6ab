/** What keeps every message from being sent, as the last script met it: permissions, accounts, Messages itself. */
import type { ErrorCode } from '../contract/errors.ts'
import { failureSentence } from '../domain/sending/failure-sentence.ts'
import type { ScriptVerdict } from '../domain/sending/script-verdict.ts'

export interface RecentTrouble {
  met(verdict: ScriptVerdict): void
  /** What to do about it. Null when there was none, or too long ago to be told from the past. */
  sentence(): string | null
}

const ofTheMac: readonly ErrorCode[] = ['automation_denied', 'messages_not_running', 'messages_signed_out']

export function recentTrouble(nowMs: () => number, holdsMs: number): RecentTrouble {
  let last: { code: ErrorCode; number: number | null; atMs: number } | undefined
  return {
    met({ end }) {
      last = end.is === 'not_sent' && ofTheMac.includes(end.code) ? { ...end, atMs: nowMs() } : undefined
    },
    sentence: () => (last && nowMs() - last.atMs < holdsMs ? failureSentence(last) : null),
  }
}
