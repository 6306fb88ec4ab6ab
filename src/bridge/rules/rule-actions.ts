/**
 * Carries out the posts and replies of rules, beside the relay and without delaying it, and drops those that are too
 * late.
 */

import type { Clock } from '../../base/clock.ts'
import { errnoOf } from '../../base/errors.ts'
import { SteadyTimer } from '../../base/steady-timer.ts'
import type { Logger } from '../../contract/log-entry.ts'
import { type PostAnswer, type PostVerdict, postVerdict } from '../../domain/rules/post-verdict.ts'
import { hasCode } from '../../domain/service-error.ts'
import type { RuleFirings } from '../../store/journal/rule-firings.ts'
import type { PendingPost, RulePosts } from '../../store/journal/rule-posts.ts'
import type { RuleReplies } from '../../store/journal/rule-replies.ts'
import type { AutoReplies } from './auto-replies.ts'
import type { Egress } from './checked-lookup.ts'
import { type JsonPost, postJson } from './post-json.ts'

export interface RuleActionsDeps {
  posts: RulePosts
  firings: Pick<RuleFirings, 'keepOnly'>
  replies: Pick<RuleReplies, 'expireReplies'>
  answers: Pick<AutoReplies, 'poll' | 'stop'>
  log: Logger
  clock: Clock
  /** Returns what posts may reach; called for each post. */
  egress(): Egress
  /** How long a receiver has to respond. */
  answerWithinMs?: number
}

/** A receiver that hangs must not hold up the actions of other rules. */
const underwayAtMost = { inAll: 8, ofOneRule: 2 }
const tickMs = 500
const usualAnswerWithinMs = 10_000

interface Underway {
  rule: string
  ended: Promise<void>
  /** The verdict that is known but not recorded yet; until it is, the post must not be made again. */
  verdict?: PostVerdict
}

export class RuleActions {
  readonly #deps: RuleActionsDeps
  readonly #underway = new Map<string, Underway>()
  readonly #ending = new AbortController()
  readonly #timer: SteadyTimer
  /** The rules that exist since the last change, until posts of all others are dropped. */
  #changedTo: readonly string[] | undefined

  constructor(deps: RuleActionsDeps) {
    this.#deps = deps
    this.#timer = new SteadyTimer(tickMs, () =>
      this.#guard(
        () => this.#proceed(),
        () => this.#expire(),
      ),
    )
  }

  /** Begins what is due; never runs inside a transaction. */
  kick(): void {
    this.#guard(() => this.#proceed())
  }

  /** Drops pending posts of all other rules. */
  keepOnly(ids: readonly string[]): void {
    this.#changedTo = ids
    this.kick()
  }

  /** Interrupts posts in progress; they are repeated under the same id. */
  async stop(): Promise<void> {
    this.#timer.stop()
    this.#guard(() => this.#settle())
    this.#ending.abort()
    this.#deps.answers.stop()
    await Promise.all([...this.#underway.values()].map(({ ended }) => ended))
  }

  /** Runs steps until one fails. A full disk is transient, so the next run continues. */
  #guard(...steps: (() => void)[]): void {
    if (this.#ending.signal.aborted) return
    try {
      for (const step of steps) step()
    } catch (error) {
      this.#deps.log.warn(`what rules want done cannot be written down now: ${(error as Error).message}`)
    }
  }

  #proceed(): void {
    this.#settle()
    this.#drop()
    this.#begin()
    this.#deps.answers.poll()
  }

  #settle(): void {
    const { posts, log, clock } = this.#deps
    for (const [id, { rule, verdict }] of this.#underway) {
      if (verdict === undefined) continue
      posts.settle(id, verdict, clock.nowMs())
      this.#underway.delete(id)
      if (verdict.is === 'failed') log.warn(`rule ${rule}: its webhook was given up: ${verdict.reason}`)
    }
  }

  #drop(): void {
    const { firings, clock } = this.#deps
    if (this.#changedTo !== undefined) firings.keepOnly(this.#changedTo, clock.nowMs())
    this.#changedTo = undefined
  }

  #begin(): void {
    const { posts, clock } = this.#deps
    const underway = this.#underway
    while (underway.size < underwayAtMost.inAll) {
      const next = posts.next(clock.nowMs(), { ids: [...underway.keys()], rules: busyRules([...underway.values()]) })
      if (next === undefined) return
      underway.set(next.id, { rule: next.rule, ended: this.#attempt(next) })
    }
  }

  async #attempt({ id, url, body, attempts, firedAtMs }: PendingPost): Promise<void> {
    const { clock, egress, answerWithinMs = usualAnswerWithinMs } = this.#deps
    const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(answerWithinMs)])
    const answer = await answerTo({ url, body, headers: { 'idempotency-key': id }, signal, egress: egress() })
    const entry = this.#underway.get(id)
    if (this.#ending.signal.aborted || entry === undefined) return
    entry.verdict = postVerdict({ answer, attempts, firedAtMs, nowMs: clock.nowMs() })
    this.kick()
  }

  #expire(): void {
    const { replies, log, clock } = this.#deps
    for (const rule of replies.expireReplies(clock.nowMs()))
      log.warn(`rule ${rule}: its answer was not sent in time, and is not sent any more`)
  }
}

const busyRules = (underway: readonly Underway[]): string[] =>
  [...Map.groupBy(underway, ({ rule }) => rule)]
    .filter(([, posts]) => posts.length >= underwayAtMost.ofOneRule)
    .map(([rule]) => rule)

async function answerTo(post: JsonPost): Promise<PostAnswer> {
  try {
    return { status: await postJson(post) }
  } catch (error) {
    if (hasCode(error, 'egress_refused')) return { refused: `${error.code}: ${error.details.reason}` }
    if (post.signal.aborted) return { failure: 'no answer in time' }
    // Only the code is kept, since error messages contain addresses.
    return { failure: errnoOf(error) ?? 'no answer' }
  }
}
