/** Sends the replies of rules, beside the relay; each under the id of its firing, so that none is sent twice. */
import { setTimeout as rest } from 'node:timers/promises'
import type { AnySending } from '../../actions/services.ts'
import type { Clock } from '../../base/clock.ts'
import { messageOf } from '../../base/errors.ts'
import type { Logger } from '../../contract/log-entry.ts'
import type { Send } from '../../contract/send.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { ClaimedReply, RuleReplies } from '../../store/journal/rule-replies.ts'
import { isTransientSqliteError } from '../../store/sqlite-error.ts'

export interface AutoRepliesDeps {
  replies: RuleReplies
  sending: Pick<AnySending, 'send' | 'get' | 'list'>
  log: Logger
  clock: Clock
}

/** The result of a reply, or the send that will bring it. */
type Outcome = { failure: string | null } | { send: string }

interface Underway {
  rule: string
  outcome?: Outcome
  /** Whether its send is being looked up. */
  isAsked?: boolean
}

/** The pause before another attempt, until Messages or the rate limit allows it. */
const againAfterMs = 2_000

export class AutoReplies {
  readonly #deps: AutoRepliesDeps
  readonly #underway = new Map<string, Underway>()
  readonly #ending = new AbortController()
  /** The first poll also takes over the replies of a crashed bridge; the ledger knows their state. */
  #isFirstPoll = true

  constructor(deps: AutoRepliesDeps) {
    this.#deps = deps
  }

  /**
   * Begins the replies that are due and records those that are finished; never runs inside a transaction. Throws what
   * the journal throws.
   */
  poll(): void {
    const { replies, clock } = this.#deps
    this.#settle()
    if (this.#isFirstPoll) this.#begin(replies.claimedReplies(clock.nowMs()))
    this.#isFirstPoll = false
    this.#begin(replies.claimReplies(clock.nowMs()))
  }

  /** Stops; unfinished replies continue after the next start. */
  stop(): void {
    this.#ending.abort()
  }

  #begin(due: readonly ClaimedReply[]): void {
    for (const reply of due) {
      this.#underway.set(reply.id, { rule: reply.rule })
      void this.#answer(reply)
    }
  }

  async #answer(reply: ClaimedReply): Promise<void> {
    const outcome = await this.#outcomeOf(reply)
    const entry = this.#underway.get(reply.id)
    if (entry !== undefined && outcome !== undefined) entry.outcome = outcome
  }

  async #outcomeOf(reply: ClaimedReply): Promise<Outcome | undefined> {
    const { sending, clock } = this.#deps
    // A reply that waited for the owner may have been sent long ago, while this process did not run.
    const [before] = reply.asks === undefined ? [] : await sending.list({ limit: 1, key: keyOf(reply) })
    if (before !== undefined) return soFar(before)
    if (reply.asks !== undefined && clock.nowMs() > reply.expiresAtMs) return { failure: 'nobody asked in time' }
    while (!this.#ending.signal.aborted) {
      try {
        return soFar(await sending.send(orderOf(reply)))
      } catch (error) {
        const failure = reasonOf(error)
        if (!passes(error) || clock.nowMs() + againAfterMs > reply.expiresAtMs) return { failure }
      }
      await rest(againAfterMs, undefined, this.#ending).catch(() => undefined)
    }
    return undefined
  }

  #settle(): void {
    const { replies, log, clock } = this.#deps
    for (const [id, entry] of this.#underway) {
      const { rule, outcome } = entry
      if (outcome === undefined) continue
      if ('send' in outcome) {
        void this.#ask(entry, outcome.send)
        continue
      }
      const { failure } = outcome
      replies.settleReply(id, { failure, nowMs: clock.nowMs() })
      this.#underway.delete(id)
      if (failure !== null) log.warn(`rule ${rule}: its answer was not sent: ${failure}`)
    }
  }

  /** Asks for a send. The next poll records its outcome. */
  async #ask(entry: Underway, send: string): Promise<void> {
    if (entry.isAsked) return
    entry.isAsked = true
    try {
      entry.outcome = soFar(await this.#deps.sending.get(send))
    } catch (error) {
      this.#deps.log.debug(`rule ${entry.rule}: its answer cannot be looked up: ${messageOf(error)}`)
    } finally {
      entry.isAsked = false
    }
  }
}

const keyOf = ({ id, rule }: ClaimedReply) => ({ by: `rule:${rule}`, idempotencyKey: id })

const orderOf = (reply: ClaimedReply) => ({
  to: { guid: reply.chatGuid },
  text: reply.body,
  ...keyOf(reply),
  // The author of the rule meant it for everybody who fulfils it.
  isConfirmed: true,
  expiresAtMs: reply.expiresAtMs,
  ...(reply.asks !== undefined && { asks: { label: reply.asks, reason: null } }),
})

function soFar(send: Send | undefined): Outcome {
  if (send === undefined) return { failure: 'the ledger of sends was begun anew' }
  const { id, state, error } = send
  if (state === 'held' || state === 'queued' || state === 'handed_over') return { send: id }
  return { failure: error === null ? null : `${error.code}: ${error.message}` }
}

const transientCodes: readonly string[] = [
  'rate_limited',
  'queue_full',
  'messages_unavailable',
  'messages_busy',
  'messages_unreadable',
  'hub_unavailable',
]

/** Whether the error is transient: limits refill, and Messages comes back, or PostgreSQL of a hub. */
const passes = (error: unknown): boolean => !(error instanceof ServiceError) || transientCodes.includes(error.code)

/** Throws errors that are not expected failures but faults of our own. */
function reasonOf(error: unknown): string {
  if (error instanceof ServiceError) return `${error.code}: ${error.message}`
  if (isTransientSqliteError(error)) return 'the ledger of sends cannot be written'
  throw error
}
