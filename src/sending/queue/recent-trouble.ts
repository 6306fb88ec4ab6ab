/**
 * Remembers a failure of the last script that affects every message, such as permissions, accounts or Messages itself.
 */
import type { ErrorCode } from '../../contract/errors.ts'
import { failureSentence } from '../decisions/failure-sentence.ts'
import type { ScriptVerdict } from '../decisions/script-verdict.ts'

export interface RecentTrouble {
  met(verdict: ScriptVerdict): void
  /** The problem and its remedy. Null when there was none, or when it is too old to be relied on. */
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
