/**
 * Carries out the posts and replies of rules, beside the relay and without delaying it, and drops those that are too
 * late.
 */

import type { Clock } from '../../base/clock.ts'
import { errnoOf } from '../../base/errors.ts'
import type { Logger } from '../../contract/log-entry.ts'
import { type PostAnswer, type PostVerdict, postVerdict } from '../../domain/rules/post-verdict.ts'
import { hasCode } from '../../domain/service-error.ts'
import type { RuleFirings } from '../../store/journal/rule-firings.ts'
import type { PendingPost, RulePosts } from '../../store/journal/rule-posts.ts'
import type { RuleReplies } from '../../store/journal/rule-replies.ts'
import type { AutoReplies } from './auto-replies.ts'
import type { Egress } from './checked-lookup.ts'
import { type JsonPost, postJson } from './post-json.ts'

export interface CarryOutDeps {
  posts: RulePosts
  firings: Pick<RuleFirings, 'keepOnly'>
  replies: Pick<RuleReplies, 'expireReplies'>
  answers: AutoReplies
  log: Logger
  clock: Clock
  /** Returns what posts may reach; called for each post. */
  egress(): Egress
  /** How long a receiver has to respond. */
  answerWithinMs?: number
}

export interface CarryOut {
  /** Begins what is due; never runs inside a transaction. */
  kick(): void
  /** Drops pending posts of all other rules. */
  rulesAre(ids: readonly string[]): void
  /** Interrupts posts in progress; they are repeated under the same id. */
  stop(): Promise<void>
}

/** One receiver that hangs must not keep those of other rules waiting. */
const underwayAtMost = { inAll: 8, ofOneRule: 2 }
const tickMs = 500

interface Underway {
  rule: string
  ended: Promise<void>
  /** The verdict that is known but not recorded yet; until it is, the post must not be made again. */
  verdict?: PostVerdict
}

export function carryOut(deps: CarryOutDeps): CarryOut {
  const { posts, firings, replies, answers, log, clock, egress, answerWithinMs = 10_000 } = deps
  const underway = new Map<string, Underway>()
  const ending = new AbortController()
  let changedTo: readonly string[] | undefined

  const attempt = async ({ id, url, body, attempts, firedAtMs }: PendingPost): Promise<void> => {
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(answerWithinMs)])
    const answer = await answerTo({ url, body, headers: { 'idempotency-key': id }, signal, egress: egress() })
    const entry = underway.get(id)
    if (ending.signal.aborted || entry === undefined) return
    entry.verdict = postVerdict({ answer, attempts, firedAtMs, nowMs: clock.nowMs() })
    kick()
  }

  const settle = (): void => {
    for (const [id, { rule, verdict }] of underway) {
      if (verdict === undefined) continue
      posts.settle(id, verdict, clock.nowMs())
      underway.delete(id)
      if (verdict.is === 'failed') log.warn(`rule ${rule}: its webhook was given up: ${verdict.reason}`)
    }
  }

  const drop = (): void => {
    if (changedTo !== undefined) firings.keepOnly(changedTo, clock.nowMs())
    changedTo = undefined
  }

  const begin = (): void => {
    while (underway.size < underwayAtMost.inAll) {
      const next = posts.next(clock.nowMs(), { ids: [...underway.keys()], rules: busyRules([...underway.values()]) })
      if (next === undefined) return
      underway.set(next.id, { rule: next.rule, ended: attempt(next) })
    }
  }

  const expire = (): void => {
    for (const rule of replies.expireReplies(clock.nowMs()))
      log.warn(`rule ${rule}: its answer was not sent in time, and is not sent any more`)
  }

  /** A full disk is transient, so the next run continues. */
  const guarded = (...steps: (() => void)[]): void => {
    if (ending.signal.aborted) return
    try {
      for (const step of steps) step()
    } catch (error) {
      log.warn(`what rules want done cannot be written down now: ${(error as Error).message}`)
    }
  }

  const kick = () => guarded(settle, drop, begin, answers.poll)
  const timer = setInterval(() => guarded(settle, drop, begin, answers.poll, expire), tickMs)

  return {
    kick,
    rulesAre(ids) {
      changedTo = ids
      kick()
    },
    async stop() {
      clearInterval(timer)
      guarded(settle)
      ending.abort()
      answers.stop()
      await Promise.all([...underway.values()].map(({ ended }) => ended))
    },
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
