/**
 * Works off what is to be pushed: one push at a time to each browser, again after a pause when its push service is busy
 * or away, and never to a browser whose session has ended.
 */
import { type Backoff, backoffMs } from '../base/backoff.ts'
import { messageOf } from '../base/errors.ts'
import { pause } from '../base/pause.ts'
import type { Logger } from '../contract/log-entry.ts'
import type { Pushed } from '../contract/push.ts'
import { newsForMs } from '../domain/push/told.ts'
import type { PushFile, PushOwner, PushSubscriber, QueuedPush } from '../store/push-file.ts'
import { type PostPushDeps, postPush, troubleOf } from './post-push.ts'

export interface PushQueueDeps extends PostPushDeps {
  file: PushFile
  log: Logger
  /** Between the attempts of one push. */
  pauses: Backoff
  /** Whether the session or key that made a subscription is still valid and may read messages. */
  mayRead(owner: PushOwner): boolean
  /** Returns what the browser is told now; undefined when there is nothing to tell any more. Throws while Messages cannot be read. */
  contentsOf(about: QueuedPush['about'], subscriber: PushSubscriber): Pushed | undefined
}

const mostAtOnce = 4
/** A clock may be set, and the disk may have room again. */
const longestWaitMs = 60_000

export class PushQueue {
  readonly #deps: PushQueueDeps
  /** Subscriptions to which a push is under way. */
  readonly #busy = new Map<string, Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(deps: PushQueueDeps) {
    this.#deps = deps
  }

  /** Starts what is due, and comes back for the rest. */
  run(): void {
    clearTimeout(this.#timer)
    if (this.#isStopped) return
    try {
      this.#startDue()
    } catch (error) {
      this.#deps.log.warn(`notifications are delayed: ${messageOf(error)}`)
      this.#runIn(longestWaitMs)
    }
  }

  #startDue(): void {
    const { file, nowMs } = this.#deps
    const now = nowMs()
    for (const push of file.due(now)) {
      if (this.#busy.size >= mostAtOnce) break
      if (!this.#busy.has(push.subscription)) this.#start(push)
    }
    const next = file.nextDueMs(now)
    if (next !== undefined) this.#runIn(next - now)
  }

  #runIn(ms: number): void {
    this.#timer = setTimeout(() => this.run(), Math.min(Math.max(ms, 0), longestWaitMs)).unref()
  }

  /** Resolves once nothing is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await Promise.all(this.#busy.values())
  }

  #start(push: QueuedPush): void {
    const { log, signal } = this.#deps
    const work = this.#push(push)
      .catch((error: unknown) => this.#postpone(push, 0, messageOf(error)))
      .catch((error: unknown) => {
        // A push whose outcome cannot be recorded, for example on a full disk, would otherwise be repeated at once.
        log.warn(`notifications are delayed: ${messageOf(error)}`)
        return pause(longestWaitMs, signal)
      })
      .then(() => {
        this.#busy.delete(push.subscription)
        this.run()
      })
    this.#busy.set(push.subscription, work)
  }

  async #push(push: QueuedPush): Promise<void> {
    const { file, nowMs, mayRead, contentsOf, log } = this.#deps
    const subscriber = file.ofId(push.subscription)
    if (subscriber === undefined) return
    if (!mayRead(subscriber.owner)) return void file.drop(subscriber.id)
    const leftMs = push.queuedMs + newsForMs - nowMs()
    const contents = leftMs > 0 ? contentsOf(push.about, subscriber) : undefined
    if (contents === undefined) return file.settle(push)
    const outcome = await postPush(subscriber, { contents, ...optionsOf(push, leftMs) }, this.#deps)
    if (this.#isStopped && outcome.status === undefined) return
    const { verdict } = outcome
    if (verdict === 'taken') {
      file.taken(push, nowMs())
      if (contents.type === 'message') file.withdrawn(subscriber.id, contents.withdraw)
      return
    }
    if (verdict === 'gone') {
      file.drop(subscriber.id)
      return log.info(`push subscription ${subscriber.id} has ended: its push service does not know it any more`)
    }
    file.note(subscriber.id, troubleOf(outcome), nowMs())
    if (verdict === 'later') return this.#postpone(push, outcome.retryAfterMs, outcome.status ?? 'no response')
    file.settle(push)
    log.warn(
      `push subscription ${subscriber.id}: the push service refused a notification (${outcome.status ?? 'address'})`,
    )
  }

  #postpone(push: QueuedPush, atLeastMs: number, why: string | number): void {
    const { file, nowMs, log, pauses } = this.#deps
    const waitMs = Math.max(atLeastMs, backoffMs(pauses, push.attempts + 1))
    file.postpone(push, nowMs() + waitMs)
    log.debug(`push subscription ${push.subscription}: tried again in ${Math.round(waitMs / 1_000)} s (${why})`)
  }
}

const optionsOf = ({ topic, about }: QueuedPush, leftMs: number) => ({
  topic,
  ttlS: Math.max(1, Math.floor(leftMs / 1_000)),
  urgency: about.type === 'alert' && about.is_over ? ('normal' as const) : ('high' as const),
})
