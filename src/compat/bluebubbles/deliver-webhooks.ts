/**
 * Delivers events to webhooks: in order within a conversation, again after a growing pause until the receiver accepts,
 * for a day at most. No receiver and no conversation waits for another.
 */
import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import { type Backoff, backoffMs } from '../../base/backoff.ts'
import { messageOf } from '../../base/errors.ts'
import { pause } from '../../base/pause.ts'
import { atMostEvery } from '../../base/throttle.ts'
import type { Logger } from '../../contract/log-entry.ts'
import { hostIn } from '../../domain/access/address.ts'
import { addressKind } from '../../domain/address-kind.ts'
import { retryAfterMs } from '../../domain/push/verdict.ts'
import { askSystem, lookupAllowed } from '../../outgoing/lookup-allowed.ts'
import { post } from '../../outgoing/post.ts'
import type { BlueBubblesFile, CompatWebhookState, DueDelivery, ToldEvent } from '../../store/bluebubbles-file.ts'
import type { RenderedEvent } from './render-event.ts'

export interface WebhookDeliveryDeps {
  file: BlueBubblesFile
  log: Logger
  nowMs(): number
  /** Whether the key that registered a webhook may still read messages; its deliveries wait otherwise. */
  mayRead(owner: string): boolean
  /**
   * Returns what the event says now to the holder of that key; undefined where there is nothing to tell. Throws while
   * Messages cannot be read.
   */
  render(event: ToldEvent, owner: string): Promise<RenderedEvent | undefined>
  pauses?: Backoff
}

const usualPauses: Backoff = { firstMs: 1_000, longestMs: 5 * 60_000 }
const dayMs = 86_400_000
const answerWithinMs = 30_000
const mostAtOnce = 8
/** Keys come and go, clocks are set, and the disk may have room again. */
const longestWaitMs = 5_000
/** The process ends within a second. */
const graceAtEndMs = 400
/**
 * Statuses that RFC 9110 gives to the content of one request: the same content is refused again, and must not keep what
 * follows in its conversation.
 */
const refusedContent = [400, 413, 422]
const attemptsWithContent = 3
const warnEveryMs = 600_000

export class WebhookDelivery {
  readonly #deps: WebhookDeliveryDeps
  readonly #pauses: Backoff
  readonly #busy = new Map<string, { webhook: number; isProbe: boolean; work: Promise<void> }>()
  readonly #ending = new AbortController()
  readonly #mayWarn = atMostEvery(warnEveryMs)
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(deps: WebhookDeliveryDeps) {
    this.#deps = deps
    this.#pauses = deps.pauses ?? usualPauses
  }

  /** Starts what is due, and comes back for the rest. */
  run(): void {
    clearTimeout(this.#timer)
    if (this.#isStopped) return
    let waitMs = longestWaitMs
    try {
      const now = this.#deps.nowMs()
      for (const webhook of this.#deps.file.webhooks())
        if (webhook.waiting > 0 && this.#deps.mayRead(webhook.owner)) this.#startDue(webhook, now)
      waitMs = Math.min(waitMs, (this.#deps.file.nextDueMs(now) ?? Number.POSITIVE_INFINITY) - now)
    } catch (error) {
      this.#warn(error)
    }
    this.#timer = setTimeout(() => this.run(), Math.min(Math.max(waitMs, 1), longestWaitMs)).unref()
  }

  async close(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    // A delivery whose response is lost would be repeated.
    const late = setTimeout(() => this.#ending.abort(), graceAtEndMs)
    await Promise.all([...this.#busy.values()].map(({ work }) => work))
    clearTimeout(late)
    this.#ending.abort()
  }

  /** A receiver that is away is asked by one delivery at a time. */
  #startDue(webhook: CompatWebhookState, now: number): void {
    const isProbe = webhook.failingSinceMs !== null
    const most = isProbe ? 1 : mostAtOnce
    const own = [...this.#busy.values()].filter((one) => one.webhook === webhook.id)
    // A slow answer from before the failure does not keep the receiver from being asked.
    let busy = isProbe ? own.filter((one) => one.isProbe).length : own.length
    for (const due of this.#deps.file.due(webhook.id, now, most + own.length)) {
      if (busy >= most) return
      const queue = JSON.stringify([webhook.id, due.event.conversation])
      if (this.#busy.has(queue)) continue
      busy++
      this.#busy.set(queue, { webhook: webhook.id, isProbe, work: this.#start(queue, webhook, due) })
    }
  }

  async #start(queue: string, webhook: CompatWebhookState, due: DueDelivery): Promise<void> {
    // The entry that marks this conversation as busy is set after this function returned for the first time.
    await null
    try {
      await this.#deliver(webhook, due)
    } catch (error) {
      // A delivery that cannot be read or recorded now would otherwise be repeated at once.
      this.#warn(error)
      await pause(longestWaitMs, this.#ending.signal)
    }
    this.#busy.delete(queue)
    this.run()
  }

  async #deliver(webhook: CompatWebhookState, due: DueDelivery): Promise<void> {
    const { file, nowMs, log, render } = this.#deps
    if (due.event.toldMs < nowMs() - dayMs) {
      log.warn(`webhook ${webhook.id} of a BlueBubbles client was not reached for a day: an event is dropped`)
      return file.dropDelivery(due, 'late', nowMs())
    }
    const rendered = await render(due.event, webhook.owner)
    if (rendered === undefined) return file.dropDelivery(due, 'gone', nowMs())
    const outcome = await this.#post(webhook, due.event, rendered)
    if (this.#isStopped && outcome.status === null) return
    const { status } = outcome
    if (status !== null && status >= 200 && status < 300) {
      if (webhook.failingSinceMs !== null) log.info(`webhook ${webhook.id} of a BlueBubbles client accepts again`)
      return file.accepted(due, status, nowMs())
    }
    if (webhook.failingSinceMs === null)
      log.warn(`webhook ${webhook.id} of a BlueBubbles client does not accept: ${status ?? 'no answer'}; tried again`)
    file.noteFailure(webhook.id, status, nowMs())
    const attempts = due.attempts + 1
    if (status !== null && refusedContent.includes(status) && attempts >= attemptsWithContent)
      return file.dropDelivery(due, 'refused', nowMs())
    file.postpone(due, nowMs() + Math.max(outcome.waitMs, backoffMs(this.#pauses, attempts)))
  }

  async #post(
    { url: address, secret }: CompatWebhookState,
    { seq }: ToldEvent,
    { type, data }: RenderedEvent,
  ): Promise<{ status: number | null; waitMs: number }> {
    const { nowMs } = this.#deps
    const url = new URL(address)
    if (isRefused(url)) return { status: null, waitMs: 0 }
    const body = JSON.stringify({ type, data })
    const deadline = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(answerWithinMs)])
    try {
      const { status, headers } = await post({
        url,
        body: Buffer.from(body),
        headers: {
          'content-type': 'application/json',
          ...signatureHeaders({ seq, atMs: nowMs(), body }, secret),
        },
        signal: deadline,
        lookup: lookupAllowed({
          refusalOf: (address) => (isForbidden(address) ? 'leads to a forbidden address' : undefined),
          refused: (refusal) => new Error(`The receiver ${refusal}.`),
          resolve: askSystem,
        }),
      })
      return { status, waitMs: retryAfterMs(headers['retry-after'], nowMs()) }
    } catch {
      return { status: null, waitMs: 0 }
    }
  }

  #warn(error: unknown): void {
    if (this.#mayWarn()) this.#deps.log.warn(`webhooks of BlueBubbles clients are delayed: ${messageOf(error)}`)
  }
}

/** Receivers stand on this Mac, in its network or in the Internet; nothing else is a receiver. */
const isForbidden = (address: string): boolean => !['public', 'private', 'loopback'].includes(addressKind(address))

/** Whether the URL names an address that nothing is delivered to. Names are judged when they are resolved. */
export function isRefused(url: URL): boolean {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return true
  const host = hostIn(url)
  return isIP(host) !== 0 && isForbidden(host)
}

const secretPrefix = 'whsec_'

const idLength = 24

/** The headers of Standard Webhooks. The id is the same in every attempt, and no other webhook's. */
function signatureHeaders({ seq, atMs, body }: { seq: number; atMs: number; body: string }, secret: string) {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  const id = `msg_${createHmac('sha256', key).update(`event ${seq}`).digest('base64url').slice(0, idLength)}`
  const timestamp = String(Math.floor(atMs / 1_000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
