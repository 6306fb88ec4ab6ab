/**
 * Watches whether messages come as usual: learns from the dates in chat.db twice a day, and asks Messages itself only
 * when a silence is suspicious.
 */
import { daysBeforeMs, judgeSilence, learntMs, learnUsual, shortestMs, type Usual } from '../../domain/alerts/quiet.ts'
import type { MessageSource } from '../../mac/message-source.ts'
import type { MessagesState } from '../../sending/messages/messages-state.ts'

export interface SilenceWatchDeps {
  source: Pick<MessageSource, 'arrivals' | 'end'>
  askMessages(): Promise<MessagesState>
}

export interface QuietMac {
  /** Unix milliseconds when the newest message came. */
  sinceMs: number
  reason: string | null
}

const learnEveryMs = 12 * 3_600_000
/**
 * Learning is repeated this often while there are few messages to learn from, since iCloud may bring those of the last
 * weeks at any moment.
 */
const learnAgainMs = 600_000
const askEveryMs = 600_000
/** Somebody who opens Messages wants to see that it helped. */
const askAgainMs = 8_000

/** The part that Messages itself has in a silence. */
const reasons: Readonly<Partial<Record<MessagesState, string>>> = {
  not_running: 'Messages is not open',
  signed_out: 'no account is signed in to Messages',
}

export class SilenceWatch {
  readonly #deps: SilenceWatchDeps
  #usual: Usual | undefined
  #learntMs = Number.NEGATIVE_INFINITY
  #askedMs = Number.NEGATIVE_INFINITY
  #messages: MessagesState = 'unknown'
  #quiet: QuietMac | null = null
  #days: { newestMs: number; arrivals: readonly number[] } = { newestMs: 0, arrivals: [] }

  constructor(deps: SilenceWatchDeps) {
    this.#deps = deps
  }

  /** Null while messages come as usual; what cannot be read changes nothing. */
  check({ awakeSinceMs, nowMs }: { awakeSinceMs: number; nowMs: number }): QuietMac | null {
    try {
      this.#quiet = this.#judge(awakeSinceMs, nowMs)
    } catch {
      // chat.db cannot be read now, which is an alert of its own.
    }
    return this.#quiet
  }

  #judge(awakeSinceMs: number, nowMs: number): QuietMac | null {
    const usual = this.#learn(nowMs)
    if (usual === undefined) return null
    const { newestMs } = this.#deps.source.end(nowMs)
    const fromMs = Math.max(newestMs, awakeSinceMs)
    const isMessagesAway = this.#messages in reasons
    const beforeMs = nowMs - fromMs < shortestMs ? [] : this.#before(newestMs)
    const verdict = judgeSilence(usual, { fromMs, nowMs, beforeMs, isMessagesAway })
    if (verdict === 'usual') this.#messages = 'unknown'
    else this.#ask(nowMs)
    return verdict === 'quiet' ? { sinceMs: newestMs, reason: reasons[this.#messages] ?? null } : null
  }

  #learn(nowMs: number): Usual | undefined {
    const everyMs = this.#usual === undefined ? learnAgainMs : learnEveryMs
    if (Math.abs(nowMs - this.#learntMs) >= everyMs) {
      this.#usual = learnUsual(this.#deps.source.arrivals(nowMs - learntMs), nowMs)
      this.#learntMs = nowMs
    }
    return this.#usual
  }

  /** Reads once for each silence what came in the days before it, oldest first. */
  #before(newestMs: number): readonly number[] {
    if (this.#days.newestMs !== newestMs)
      this.#days = { newestMs, arrivals: this.#deps.source.arrivals(newestMs - daysBeforeMs).reverse() }
    return this.#days.arrivals
  }

  /** The result counts at the next check. */
  #ask(nowMs: number): void {
    if (Math.abs(nowMs - this.#askedMs) < (this.#messages in reasons ? askAgainMs : askEveryMs)) return
    this.#askedMs = nowMs
    void this.#deps.askMessages().then((state) => {
      this.#messages = state
    })
  }
}
