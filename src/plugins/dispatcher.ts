/**
 * Feeds one integration: decides which delivery goes when, and what each answer or silence means. It outlives the
 * runners that it feeds.
 */

import type { Clock } from '../base/clock.ts'
import type { ConversationKey, DeliveryId, MessageGuid } from '../contract/ids.ts'
import type { Logger } from '../contract/log-entry.ts'
import type { RelayMessage } from '../domain/message.ts'
import { bounded, toMessage, toNotice } from '../domain/redaction.ts'
import { retrySchedule } from '../domain/retry-schedule.ts'
import type { AttachmentDescription, InboundMessage, InboundNotice, Tier } from '../plugin-api/index.ts'
import type { Conversations } from '../store/journal/conversations.ts'
import type { PendingDelivery } from '../store/journal/deliveries.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import type { ConversationQueues } from './conversation-queues.ts'
import { applyTransforms, type Transform, type Transformed } from './core/transforms.ts'
import { DeliveryTroubles } from './delivery-troubles.ts'
import { ackWaitMs, InFlight } from './in-flight.ts'
import { MessageFailures } from './message-failures.ts'
import { type Attempt, afterCrash, afterFailure, afterStop, notBegun, type Outcome, undeliverable } from './outcome.ts'
import { mostAtOnce, type RunnerFrame } from './protocol.ts'
import type { RunnerProcess } from './runner-process.ts'
import type { Settlements } from './settlements.ts'

/** The part of a runner that the dispatcher needs. */
type Runner = Pick<RunnerProcess, 'send' | 'kill'>

export interface DispatcherDeps {
  integration: string
  tier: Tier
  queues: ConversationQueues
  settlements: Settlements
  conversations: Pick<Conversations, 'idOf'>
  /** The transforms that apply to messages on the way to this plugin. */
  transforms(): readonly Transform[]
  /** The pending tests on the disk, oldest first. */
  tests(): PendingDelivery[]
  /** The deliveries that a person wants to be tried at once, as the disk says. */
  wanted(): Pick<PendingDelivery, 'id' | 'conversation'>[]
  /** Whether the plugin is handed nothing for now, except for tests. */
  isPaused(): boolean
  /** Reads a message again whose text is no longer kept; undefined where that is not possible. */
  messageAgain(guid: MessageGuid): RelayMessage | undefined
  /** The number of failures caused by the message itself that ends a delivery. */
  mostMessageFailures(): number
  /** The logger under the name of the plugin. */
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  clock: Clock
  random?: () => number
}

/** A message without the means to read its files, which the runner adds. */
type Unread<Message> = Omit<Message, 'attachments'> & { attachments: AttachmentDescription[] }

type Frame<Type extends RunnerFrame['type']> = Extract<RunnerFrame, { type: Type }>
export type Answer = Frame<'ack' | 'nak' | 'term' | 'progress' | 'returned'>

/** Why an attempt failed. */
interface Refusal {
  error: string
  /** The pause that the receiver asked for. */
  afterMs?: number | null
  /** The cause of the failure, as far as the plugin knows. */
  concerns?: 'message' | 'receiver' | null
}

/**
 * The number of further messages that wait at the runner while the plugin is quick, so that it need not wait for the next
 * one, and acknowledgements reach the disk together.
 */
const mostAhead = 24
/** A plugin that takes longer for a message is handed none ahead: what waits at the runner cannot be paused. */
const quickMs = 100
/** The number of calls that a plugin may leave unfinished before it is restarted. */
const mostAbandoned = 32
/** The number of acknowledgements that the runner's journal keeps before it is told to forget them. */
const trimAt = 1_024
/** New deliveries are announced; this often they are looked for nevertheless. */
const ticksBetweenLooks = 8
/** An older test is not handed over: nobody expects it any more. */
const testPatienceMs = 600_000
/** Keeps a plugin whose connection comes and goes from bypassing its pauses. */
const retryNowEveryMs = 5_000

export class Dispatcher {
  readonly #deps: DispatcherDeps
  readonly #random: () => number
  readonly #inFlight: InFlight
  readonly #breaker: CircuitBreaker
  readonly #messageFailures: MessageFailures
  readonly #troubles: DeliveryTroubles
  /** Probes, each with the delivery in whose place it is tried. That delivery comes again when the attempt is over. */
  readonly #probes = new Map<DeliveryId, { blocked: PendingDelivery; dueAtMs: number }>()
  #runner: Runner | undefined
  #pumpTimer: NodeJS.Timeout | undefined
  /** Deliveries that a runner which crashed may have begun: only its journal tells. */
  readonly #unsure = new Map<string, { attempt: Attempt; reason: string }>()
  /** Tests that wait to be handed over. */
  #tests: PendingDelivery[] = []
  /** Conversations whose oldest delivery is tried at once, each with the delivery that a person wants. */
  readonly #urgent = new Map<ConversationKey, DeliveryId>()
  /** Whether the queues show what is on the disk. */
  #isUpToDate = false
  #untrimmed = 0
  #ticks = 0
  #retriedNowAtMs = Number.NEGATIVE_INFINITY
  /** Whether the newest answer was an acknowledgement that came soon. */
  #isQuick = false
  #isRetryWanted = false

  constructor(deps: DispatcherDeps) {
    const { integration, log, clock, random = Math.random } = deps
    this.#deps = deps
    this.#random = random
    this.#inFlight = new InFlight(clock.monotonicMs)
    this.#breaker = new CircuitBreaker(random)
    this.#messageFailures = new MessageFailures(deps.mostMessageFailures)
    this.#troubles = new DeliveryTroubles({ plugin: integration, log, monotonicMs: clock.monotonicMs })
  }

  /** The error of the newest failure that no success has cleared. */
  get lastError(): string | null {
    return this.#troubles.lastError
  }

  /** Defined when the newest attempt failed; `nextAtMs` is null while an attempt is under way. */
  get retrying(): { nextAtMs: number | null } | undefined {
    if (!this.#troubles.isRetrying) return undefined
    const dueMs = Math.max(this.#deps.queues.dueMs() ?? 0, this.#breaker.pausedUntilMs)
    return { nextAtMs: dueMs > this.#deps.clock.nowMs() ? dueMs : null }
  }

  /** Whether the runner has deliveries that it has not answered. */
  get isUnderWay(): boolean {
    return this.#inFlight.size > 0
  }

  /** Takes over what the runner's journal holds; it is written down before anything is delivered. */
  takeOver({ acked, begun }: Frame<'hello'>): void {
    const { integration, settlements } = this.#deps
    for (const id of acked) settlements.add({ integration, id: id as DeliveryId, outcome: 'acked' })
    for (const id of begun) settlements.add({ integration, id: id as DeliveryId, ...this.#lastSeenOf(id) })
    this.#unsure.clear()
    this.#untrimmed = acked.length
  }

  /** Whether or not the answers before it were still read, the crash counts against a delivery that had begun. */
  #lastSeenOf(id: string): Outcome {
    const { attempt, reason } = this.#unsure.get(id) ?? {}
    if (attempt === undefined || reason === undefined) return { outcome: 'begun' }
    return afterCrash(attempt, reason, false, this.#deps.clock.nowMs())
  }

  attach(runner: Runner): void {
    this.#runner = runner
    this.#isUpToDate = false
    this.pump()
  }

  /** The runner is gone. Deliveries that were in flight come again; a crash counts against them. */
  detach(reason: string, crashed: boolean): void {
    this.#runner = undefined
    clearTimeout(this.#pumpTimer)
    const nowMs = this.#deps.clock.nowMs()
    const attempts = this.#inFlight.all()
    const begun = new Set(attempts.filter(({ delivery }) => this.#inFlight.hasBegun(delivery.id)))
    const alone = begun.size === 1
    for (const attempt of attempts) {
      if (!begun.has(attempt)) {
        this.#conclude(attempt.delivery, notBegun(attempt, nowMs))
        if (crashed) this.#unsure.set(attempt.delivery.id, { attempt, reason })
      } else if (crashed) this.#conclude(attempt.delivery, afterCrash(attempt, reason, alone, nowMs))
      else this.#conclude(attempt.delivery, afterStop(attempt, reason, nowMs))
    }
    this.#inFlight.clear()
    this.#isQuick = false
  }

  receiveAnswer(frame: Answer): void {
    if (frame.type === 'progress') this.prolong(frame.delivery_id)
    else if (frame.type === 'ack') this.#acknowledge(frame)
    else if (frame.type === 'returned') this.#takeBack(frame)
    else this.#refuse(frame)
    if (this.#untrimmed >= trimAt) this.#trim()
    this.#pump()
  }

  /** Gives a delivery that is in flight more time. */
  prolong(id: string): void {
    this.#inFlight.prolong(id)
  }

  /** Returns the message of a delivery that is in flight. */
  messageOf(id: string): RelayMessage | undefined {
    return this.#inFlight.get(id)?.handed
  }

  /** Hands over what may go now, because deliveries may have been queued. */
  pump(): void {
    this.#deps.queues.noteNew()
    this.#pump()
  }

  #pump(): void {
    const { queues, settlements, clock } = this.#deps
    if (this.#runner === undefined || !this.#catchUp()) return
    this.#handOverTests(this.#runner)
    if (this.#deps.isPaused()) return
    this.#handOverUrgent(this.#runner)
    const nowMs = clock.nowMs()
    while (this.#inFlight.size < this.#room && !settlements.isFull && this.#breaker.pausedUntilMs <= nowMs) {
      const delivery = queues.peek(nowMs)
      if (delivery === undefined || !this.#inFlight.mayJoin(delivery)) break
      queues.take(delivery)
      this.#prepare(delivery, this.#runner)
    }
    this.#pumpWhenDue(nowMs)
  }

  /** Ends the wait for answers that are overdue. Called at a steady pace. */
  tick(): void {
    this.#retryIfWanted()
    for (const attempt of this.#inFlight.overdue()) this.#abandon(attempt)
    const { abandonedCount } = this.#inFlight
    if (abandonedCount > mostAbandoned) this.#runner?.kill(`never ended ${abandonedCount} deliveries`)
    this.#ticks++
    if (this.#ticks % ticksBetweenLooks === 0) this.pump()
    else this.#pump()
  }

  /** Handles a jump in time: no delivery really had the time that the clocks show. */
  wake(): void {
    this.#inFlight.prolongAll()
    this.#breaker.wake()
    this.#deps.queues.wake()
    this.#pump()
  }

  /** Retries waiting deliveries now, at most every five seconds. */
  retryNow(): void {
    this.#isRetryWanted = true
    this.#retryIfWanted()
    this.#pump()
  }

  /** Handles deliveries that another process changed on the disk. */
  reload(): void {
    this.#isUpToDate = false
    this.pump()
  }

  /** Notes what the receiver of a test answered; its outcome is still to come. */
  noteAnswer({ delivery_id, attempt, status, body }: Frame<'answered'>): void {
    const underWay = this.#inFlight.get(delivery_id)
    if (!underWay?.delivery.isTest || underWay.attempt !== attempt) return
    underWay.answer = { status, body }
    underWay.receiver = { status }
  }

  /** The number of deliveries that the runner may have. */
  get #room(): number {
    if (this.#breaker.isOpen) return 1
    return this.#isQuick ? mostAtOnce + mostAhead : mostAtOnce
  }

  #conclude(delivery: PendingDelivery, outcome: Outcome): void {
    const { id } = delivery
    const { integration, settlements, queues } = this.#deps
    const durationMs = this.#inFlight.elapsedMs(id)
    const underWay = this.#inFlight.get(id)
    this.#inFlight.remove(id)
    const { changed: handed, answer, receiver } = underWay ?? {}
    settlements.add({ integration, id, durationMs, handed, answer, ...receiver, ...outcome })
    if (outcome.outcome !== 'retry') this.#messageFailures.forget(id)
    if (delivery.isTest) return
    if (outcome.outcome === 'dead') this.#troubles.noteGivenUp(id, outcome)
    if (outcome.outcome === 'skipped') this.#troubles.forget(id)
    const probe = this.#probes.get(id)
    this.#probes.delete(id)
    if (probe !== undefined) queues.retry(probe.blocked, probe.dueAtMs)
    else if (outcome.outcome === 'retry') queues.retry(delivery, outcome.nextAtMs)
    else queues.finish(delivery)
  }

  #fail(attempt: Attempt, { error, afterMs = null, concerns = null }: Refusal): void {
    const { delivery } = attempt
    // A test is tried once, and says nothing about the pauses of other deliveries.
    if (delivery.isTest) {
      this.#conclude(delivery, undeliverable(attempt, error))
      return
    }
    const nowMs = this.#deps.clock.nowMs()
    const verdict =
      concerns === 'receiver' ? undefined : this.#messageFailures.noteFailure(delivery.id, concerns === 'message')
    if (concerns !== 'message') this.#breaker.noteFailure(delivery.id, nowMs, afterMs)
    if (verdict?.isOver) {
      this.#conclude(delivery, undeliverable(attempt, error))
      return
    }
    const failure = { error, afterMs, failures: verdict?.pauseAfter, nowMs, random: this.#random }
    const outcome = afterFailure(attempt, failure)
    const isProbe = this.#probes.has(delivery.id)
    this.#conclude(delivery, outcome)
    if (outcome.outcome !== 'retry') return
    const dueAtMs = Math.max(outcome.nextAtMs, this.#breaker.pausedUntilMs)
    this.#troubles.noteFailure(delivery.id, { attempts: outcome.attempts, error, waitMs: dueAtMs - nowMs })
    if (verdict?.mayProbe && !isProbe && !this.#breaker.isOpen) this.#probeBehind(delivery, outcome.nextAtMs)
  }

  /** Tries the message behind one that keeps failing, unless another delivery in flight will tell as much. */
  #probeBehind(blocked: PendingDelivery, dueAtMs: number): void {
    if (this.#runner === undefined || this.#inFlight.size > 0) return
    const next = this.#deps.queues.takeBehind(blocked)
    if (next === undefined) return
    this.#probes.set(next.id, { blocked, dueAtMs })
    this.#prepare(next, this.#runner)
  }

  #acknowledge(frame: Frame<'ack'>): void {
    const { queues } = this.#deps
    const { delivery_id: id } = frame
    this.#untrimmed++
    const attempt = this.#inFlight.get(id)
    const late = this.#inFlight.endAbandoned(id)
    const probe = this.#probes.get(id as DeliveryId)
    if (probe !== undefined) this.#messageFailures.notePassedBy(probe.blocked.id)
    this.#isQuick = (this.#inFlight.elapsedMs(id) ?? Number.POSITIVE_INFINITY) <= quickMs
    if (attempt !== undefined)
      this.#conclude(hearing(attempt, frame).delivery, { outcome: 'acked', createdAtMs: attempt.delivery.createdAtMs })
    else if (late !== undefined) this.#acknowledgeLate(late, frame)
    else return
    if (probe !== undefined) queues.release(probe.blocked.conversation)
    this.#messageFailures.noteSuccess(id)
    this.#troubles.noteSuccess(id)
    if (this.#breaker.isOpen) queues.wake()
    this.#breaker.noteSuccess()
  }

  #acknowledgeLate({ id, conversation, createdAtMs }: PendingDelivery, frame: Frame<'ack'>): void {
    const { integration, settlements, queues } = this.#deps
    settlements.add({ integration, id, outcome: 'acked', createdAtMs, ...receiverIn(frame) })
    queues.release(conversation)
  }

  #refuse(frame: Frame<'nak' | 'term'>): void {
    this.#isQuick = false
    const attempt = this.#inFlight.get(frame.delivery_id)
    // This is the answer of a call that was given up before.
    if (attempt?.attempt !== frame.attempt) this.#inFlight.endAbandoned(frame.delivery_id)
    else if (frame.type === 'term')
      this.#conclude(hearing(attempt, frame).delivery, undeliverable(attempt, frame.reason))
    else this.#fail(hearing(attempt, frame), refusalIn(frame))
  }

  /** Takes back deliveries that the plugin has not begun. */
  #takeBack({ delivery_ids }: Frame<'returned'>): void {
    const nowMs = this.#deps.clock.nowMs()
    for (const id of delivery_ids) {
      const attempt = this.#inFlight.get(id)
      if (attempt !== undefined) this.#conclude(attempt.delivery, notBegun(attempt, nowMs))
    }
  }

  #abandon(attempt: Attempt): void {
    this.#isQuick = false
    this.#fail(attempt, { error: `no answer within ${ackWaitMs / 1_000} s` })
    this.#inFlight.abandon(attempt)
    this.#runner?.send({ type: 'cancel', delivery_id: attempt.delivery.id })
  }

  /** Makes the runner's journal forget only what the host's journal has. */
  #trim(): void {
    if (this.#untrimmed === 0 || !this.#deps.settlements.flush()) return
    this.#runner?.send({ type: 'trim', count: this.#untrimmed })
    this.#untrimmed = 0
  }

  /** Writes down what earlier runners did before this one is given anything. Returns whether that is done. */
  #catchUp(): boolean {
    if (this.#isUpToDate || !this.#deps.settlements.flush()) return this.#isUpToDate
    this.#trim()
    this.#deps.queues.reload()
    this.#isUpToDate = true
    this.#tests = this.#deps.tests().filter(({ id }) => this.#inFlight.get(id) === undefined)
    this.#heedWishes()
    return true
  }

  /** Tries now what a person wants tried, and everything else that waits. */
  #heedWishes(): void {
    const { integration, settlements } = this.#deps
    const wanted = this.#deps.wanted()
    for (const { id, conversation } of wanted) {
      settlements.add({ integration, id, outcome: 'heeded' })
      this.#urgent.set(conversation, id)
    }
    if (wanted.length > 0) this.#isRetryWanted = true
    this.#retryIfWanted()
  }

  /** Tests go past pause, back-off and the order of their plugin's deliveries. */
  #handOverTests(to: Runner): void {
    while (this.#tests[0] !== undefined && this.#inFlight.mayJoin(this.#tests[0])) {
      const test = this.#tests.shift()
      if (test !== undefined) this.#prepare(test, to)
    }
  }

  /** Tries what a person wants, or what is before it in its conversation, whatever the circuit breaker says. */
  #handOverUrgent(to: Runner): void {
    for (const [conversation, id] of this.#urgent) {
      if (this.#inFlight.size >= mostAtOnce + mostAhead || this.#deps.settlements.isFull) return
      const isUnderWay = this.#inFlight.all().some(({ delivery }) => delivery.conversation === conversation)
      // The delivery before it is under way, and it follows by itself.
      if (isUnderWay && this.#inFlight.get(id) === undefined) continue
      this.#urgent.delete(conversation)
      const first = isUnderWay ? undefined : this.#deps.queues.takeFirstOf(conversation)
      if (first === undefined) continue
      if (this.#inFlight.mayJoin(first)) this.#prepare(first, to)
      else this.#deps.queues.retry(first, this.#deps.clock.nowMs())
    }
  }

  /** Hands the delivery over once its message has passed the transforms. */
  #prepare(delivery: PendingDelivery, to: Runner): void {
    const attempt: Attempt = { delivery, attempt: delivery.attempts + 1 }
    const whole = delivery.message ?? this.#deps.messageAgain(delivery.guid)
    if (whole === undefined) {
      this.#conclude(delivery, { outcome: 'skipped', error: 'the message is no longer kept' })
      return
    }
    if (delivery.isTest && this.#deps.clock.nowMs() - delivery.createdAtMs > testPatienceMs) {
      this.#conclude(delivery, { outcome: 'skipped', error: 'the plugin was not ready for the test within 10 minutes' })
      return
    }
    this.#inFlight.add(attempt)
    this.#messageFailures.noteAttempt(delivery.id)
    const message = bounded(whole)
    const transforms = this.#deps.transforms()
    if (transforms.length === 0) this.#handOver(attempt, message, to)
    else
      void applyTransforms(message, transforms).then((result) =>
        this.#handOverTransformed(attempt, message, result, to),
      )
  }

  #handOverTransformed(attempt: Attempt, before: RelayMessage, result: Transformed, to: Runner): void {
    // The attempt timed out meanwhile, or that runner is gone.
    if (this.#inFlight.get(attempt.delivery.id) !== attempt || this.#runner !== to) return
    if ('message' in result) this.#handOver(attempt, result.message, to, result.message !== before)
    else if ('failed' in result) this.#fail(attempt, { error: result.failed })
    else this.#conclude(attempt.delivery, { outcome: 'skipped', error: `dropped by ${result.droppedBy}` })
    this.#pump()
  }

  #handOver(attempt: Attempt, message: RelayMessage, to: Runner, isChanged = false): void {
    attempt.handed = message
    this.#inFlight.noteHandover(attempt)
    const crossing = { ...this.#cutDown(attempt, message) }
    if (isChanged) attempt.changed = crossing
    else if (attempt.attempt > 1) attempt.changed = null
    const { id: delivery_id } = attempt.delivery
    if (to.send({ type: 'deliver', delivery_id, attempt: attempt.attempt, message: crossing })) return
    this.#conclude(attempt.delivery, undeliverable(attempt, 'too large to be handed over'))
  }

  #cutDown({ delivery, attempt }: Attempt, message: RelayMessage): InboundNotice | Unread<InboundMessage> {
    const { integration, tier, conversations } = this.#deps
    const toTier = tier === 'notify' ? toNotice : toMessage
    return toTier({
      message,
      deliveryId: delivery.id,
      attempt,
      conversationId: conversations.idOf(integration, delivery.conversation),
      personId: conversations.idOf(integration, `dm:${message.handle}` as ConversationKey),
      isTest: delivery.isTest,
    })
  }

  #pumpWhenDue(nowMs: number): void {
    clearTimeout(this.#pumpTimer)
    const dueMs = Math.max(this.#deps.queues.dueMs() ?? Number.POSITIVE_INFINITY, this.#breaker.pausedUntilMs)
    if (dueMs > nowMs && dueMs < Number.POSITIVE_INFINITY)
      this.#pumpTimer = setTimeout(() => this.#pump(), Math.min(dueMs - nowMs, retrySchedule.longestWaitMs))
  }

  #retryIfWanted(): void {
    const nowMs = this.#deps.clock.monotonicMs()
    if (!this.#isRetryWanted || nowMs - this.#retriedNowAtMs < retryNowEveryMs) return
    this.#retriedNowAtMs = nowMs
    this.#isRetryWanted = false
    this.#breaker.wake()
    this.#deps.queues.wake()
  }
}

const receiverIn = ({ status, answered_ms: durationMs }: Frame<'ack' | 'nak' | 'term'>) => ({
  status,
  ...(durationMs !== null && { durationMs }),
})

/** Notes with the attempt what its receiver answered. */
function hearing(attempt: Attempt, frame: Frame<'ack' | 'nak' | 'term'>): Attempt {
  attempt.receiver = receiverIn(frame)
  return attempt
}

const refusalIn = ({ reason, after_s, concerns }: Frame<'nak'>): Refusal => ({
  error: reason,
  afterMs: after_s === null ? null : after_s * 1_000,
  concerns,
})

const answers: readonly RunnerFrame['type'][] = ['ack', 'nak', 'term', 'progress', 'returned']

export const isAnswer = (frame: RunnerFrame): frame is Answer => answers.includes(frame.type)
