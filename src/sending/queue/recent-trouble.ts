/**
 * Remembers a failure of the last script that affects every message, such as permissions, accounts or Messages itself.
 */
import type { ErrorCode } from '../../contract/errors.ts'
import { failureSentence } from '../decisions/failure-sentence.ts'
import type { ScriptVerdict } from '../decisions/script-verdict.ts'

const ofTheMac: readonly ErrorCode[] = ['automation_denied', 'messages_not_running', 'messages_signed_out']

export class RecentTrouble {
  readonly #nowMs: () => number
  readonly #holdsMs: number
  #last: { code: ErrorCode; number: number | null; atMs: number } | undefined

  constructor(nowMs: () => number, holdsMs: number) {
    this.#nowMs = nowMs
    this.#holdsMs = holdsMs
  }

  note({ end }: ScriptVerdict): void {
    this.#last = end.is === 'not_sent' && ofTheMac.includes(end.code) ? { ...end, atMs: this.#nowMs() } : undefined
  }

  /** The problem and its remedy. Null when there was none, or when it is too old to be relied on. */
  sentence(): string | null {
    return this.#last && this.#nowMs() - this.#last.atMs < this.#holdsMs ? failureSentence(this.#last) : null
  }
}
