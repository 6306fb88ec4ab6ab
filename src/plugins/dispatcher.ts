/**
 * Feeds one integration: decides which delivery goes when, and what each answer or silence means. It outlives the
 * runners that it feeds.
 */

import type { Clock } from '../base/clock.ts'
import type { ConversationKey, DeliveryId } from '../contract/ids.ts'
import type { Logger } from '../contract/log-entry.ts'
import type { RelayMessage } from '../domain/message.ts'
import { retrySchedule } from '../domain/retry-schedule.ts'
import type { Tier } from '../plugin-api/index.ts'
import type { Conversations } from '../store/journal/conversations.ts'
import type { PendingDelivery } from '../store/journal/deliveries.ts'
import { createCircuit } from './circuit.ts'
import { applyTransforms, type Transform, type Transformed } from './core/transforms.ts'
import { createDeliveryTroubles } from './delivery-troubles.ts'
import { ackWaitMs, createInFlight } from './in-flight.ts'
import type { Lanes } from './lanes.ts'
import { createMessageFailures } from './message-failures.ts'
import { type Attempt, afterCrash, afterFailure, afterStop, notBegun, type Outcome, undeliverable } from './outcome.ts'
import type { HostFrame, RunnerFrame } from './protocol.ts'
import { bounded, toMessage, toNotice } from './redaction.ts'
import type { Settlements } from './settlements.ts'

/** The part of a runner that the dispatcher needs. */
interface Runner {
  send(frame: HostFrame): boolean
  kill(reason: string): void
}

export interface Dispatcher {
  /** Takes over what the runner's journal holds; it is written down before anything is delivered. */
  hello(frame: Frame<'hello'>): void
  attach(runner: Runner): void
  /** The runner is gone. Deliveries that were in flight come again; a crash counts against them. */
  detach(reason: string, crashed: boolean): void
  answer(frame: Answer): void
  /** Gives a delivery that is in flight more time. */
  prolong(id: string): void
  /** Returns the message of a delivery that is in flight. */
  handed(id: string): RelayMessage | undefined
  /** Hands over what may go now, because something may have changed. */
  pump(): void
  /** Ends the wait for answers that are overdue. */
  tick(): void
  /** Handles a jump in time: no delivery really had the time that the clocks show. */
  wake(): void
  /** Retries waiting deliveries now, at most every five seconds. */
  retryNow(): void
  /** Handles deliveries that another process changed on the disk. */
  reload(): void
  /** The error of the newest failure that no success has cleared. */
  lastError(): string | null
  /** Defined when the newest attempt failed; `nextAtMs` is null while an attempt is under way. */
  retrying(): { nextAtMs: number | null } | undefined
}

export interface DispatcherDeps {
  integration: string
  tier: Tier
  lanes: Lanes
  settlements: Settlements
  conversations: Pick<Conversations, 'idOf'>
  /** The transforms that apply to messages on the way to this plugin. */
  transforms(): readonly Transform[]
  /** How many failures caused by the message itself end a delivery. */
  mostMessageFailures(): number
  /** The logger under the name of the plugin. */
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  clock: Clock
  random?: () => number
}

type Frame<Type extends RunnerFrame['type']> = Extract<RunnerFrame, { type: Type }>
export type Answer = Frame<'ack' | 'nak' | 'term' | 'progress'>

const window = 8
/** The number of calls that a plugin may leave unfinished before it is restarted. */
const mostAbandoned = 32
/** The number of acknowledgements that the runner's journal keeps before it is told to forget them. */
const trimAt = 256
/** Keeps a plugin whose connection comes and goes from bypassing its pauses. */
const retryNowEveryMs = 5_000

export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { integration, lanes, settlements, clock, random = Math.random } = deps
  const inFlight = createInFlight(clock.monotonicMs)
  const circuit = createCircuit(random)
  const messageFailures = createMessageFailures(deps.mostMessageFailures)
  const troubles = createDeliveryTroubles({ plugin: integration, log: deps.log, monotonicMs: clock.monotonicMs })
  /** Probes, each with the delivery in whose place it is tried. That delivery comes again when the attempt is over. */
  const probes = new Map<DeliveryId, { blocked: PendingDelivery; dueAtMs: number }>()
  let runner: Runner | undefined
  let pumpTimer: NodeJS.Timeout | undefined
  /** Whether the queues show what is on the disk. */
  let upToDate = false
  let untrimmed = 0
  let retriedNowAtMs = Number.NEGATIVE_INFINITY
  let isRetryWanted = false

  const conclude = (delivery: PendingDelivery, outcome: Outcome): void => {
    inFlight.remove(delivery.id)
    settlements.add({ integration, id: delivery.id, ...outcome })
    if (outcome.outcome === 'dead') troubles.gaveUp(delivery.id, outcome)
    if (outcome.outcome === 'skipped') troubles.forget(delivery.id)
    if (outcome.outcome !== 'retry') messageFailures.forget(delivery.id)
    const probe = probes.get(delivery.id)
    probes.delete(delivery.id)
    if (probe !== undefined) lanes.retry(probe.blocked, probe.dueAtMs)
    else if (outcome.outcome === 'retry') lanes.retry(delivery, outcome.nextAtMs)
    else lanes.done(delivery)
  }

  const fail = (entry: Attempt, { error, afterMs = null, concerns = null }: Refusal): void => {
    const { id } = entry.delivery
    const nowMs = clock.nowMs()
    const verdict = concerns === 'receiver' ? undefined : messageFailures.failed(id, concerns === 'message')
    if (concerns !== 'message') circuit.failed(id, nowMs, afterMs)
    if (verdict?.isOver) {
      conclude(entry.delivery, undeliverable(entry, error))
      return
    }
    const outcome = afterFailure(entry, { error, afterMs, failures: verdict?.pauseAfter, nowMs, random })
    const isProbe = probes.has(id)
    conclude(entry.delivery, outcome)
    if (outcome.outcome !== 'retry') return
    const dueAtMs = Math.max(outcome.nextAtMs, circuit.closedUntilMs())
    troubles.failed(id, { attempts: outcome.attempts, error, waitMs: dueAtMs - nowMs })
    if (verdict?.mayProbe && !isProbe && !circuit.isOpen()) probeBehind(entry.delivery, outcome.nextAtMs)
  }

  /** Tries the message behind one that keeps failing, unless another delivery in flight will tell as much. */
  const probeBehind = (blocked: PendingDelivery, dueAtMs: number): void => {
    if (runner === undefined || inFlight.size() > 0) return
    const next = lanes.takeBehind(blocked)
    if (next === undefined) return
    probes.set(next.id, { blocked, dueAtMs })
    handOver(next, runner)
  }

  const acknowledge = (id: string): void => {
    untrimmed++
    const entry = inFlight.get(id)
    const late = inFlight.ended(id)
    const probe = probes.get(id as DeliveryId)
    if (probe !== undefined) messageFailures.passedBy(probe.blocked.id)
    if (entry !== undefined) conclude(entry.delivery, { outcome: 'acked' })
    else if (late !== undefined) acknowledgeLate(late)
    else return
    if (probe !== undefined) lanes.release(probe.blocked.conversation)
    messageFailures.succeeded(id)
    troubles.succeeded(id)
    if (circuit.isOpen()) lanes.wake()
    circuit.succeeded()
  }

  const acknowledgeLate = ({ id, conversation }: PendingDelivery): void => {
    settlements.add({ integration, id, outcome: 'acked' })
    lanes.release(conversation)
  }

  const refuse = (frame: Frame<'nak' | 'term'>): void => {
    const entry = inFlight.get(frame.delivery_id)
    // This is the answer of a call that was given up before.
    if (entry?.attempt !== frame.attempt) inFlight.ended(frame.delivery_id)
    else if (frame.type === 'term') conclude(entry.delivery, undeliverable(entry, frame.reason))
    else fail(entry, refusalIn(frame))
  }

  const abandon = (entry: Attempt): void => {
    const { id } = entry.delivery
    fail(entry, { error: `no answer within ${ackWaitMs / 1_000} s` })
    inFlight.abandon(entry)
    runner?.send({ type: 'cancel', delivery_id: id })
  }

  /** Makes the runner's journal forget only what the host's journal has. */
  const trim = (): void => {
    if (untrimmed === 0 || !settlements.flush()) return
    runner?.send({ type: 'trim', count: untrimmed })
    untrimmed = 0
  }

  /** Writes down what earlier runners did before this one is given anything. Returns whether that is done. */
  const catchUp = (): boolean => {
    if (upToDate || !settlements.flush()) return upToDate
    trim()
    lanes.reload()
    upToDate = true
    return true
  }

  const handOver = (delivery: PendingDelivery, to: Runner): void => {
    const entry: Attempt = { delivery, attempt: delivery.attempts + 1 }
    if (delivery.message === null) {
      conclude(delivery, { outcome: 'skipped', error: 'the message is no longer kept' })
      return
    }
    inFlight.add(entry)
    messageFailures.handedOver(delivery.id)
    const message = bounded(delivery.message)
    const transforms = deps.transforms()
    if (transforms.length === 0) hand(entry, message, to)
    else void applyTransforms(message, transforms).then((transformed) => handTransformed(entry, transformed, to))
  }

  const handTransformed = (entry: Attempt, transformed: Transformed, to: Runner): void => {
    // The attempt timed out meanwhile, or that runner is gone.
    if (inFlight.get(entry.delivery.id) !== entry || runner !== to) return
    if ('message' in transformed) hand(entry, transformed.message, to)
    else if ('failed' in transformed) fail(entry, { error: transformed.failed })
    else conclude(entry.delivery, { outcome: 'skipped', error: `dropped by ${transformed.droppedBy}` })
    pump()
  }

  const hand = (entry: Attempt, message: RelayMessage, to: Runner): void => {
    const { id: delivery_id } = entry.delivery
    entry.handed = message
    const crossing = { ...cutDown(deps, entry, message) }
    if (to.send({ type: 'deliver', delivery_id, attempt: entry.attempt, message: crossing })) return
    conclude(entry.delivery, undeliverable(entry, 'too large to be handed over'))
  }

  const pump = (): void => {
    if (runner === undefined || !catchUp()) return
    const nowMs = clock.nowMs()
    const room = circuit.isOpen() ? 1 : window
    while (inFlight.size() < room && !settlements.full() && circuit.closedUntilMs() <= nowMs) {
      const delivery = lanes.peek(nowMs)
      if (delivery === undefined || !inFlight.mayJoin(delivery)) break
      lanes.take(delivery)
      handOver(delivery, runner)
    }
    pumpWhenDue(nowMs)
  }

  const pumpWhenDue = (nowMs: number): void => {
    clearTimeout(pumpTimer)
    const dueMs = Math.max(lanes.dueMs() ?? Number.POSITIVE_INFINITY, circuit.closedUntilMs())
    if (dueMs > nowMs && dueMs < Number.POSITIVE_INFINITY)
      pumpTimer = setTimeout(pump, Math.min(dueMs - nowMs, retrySchedule.longestWaitMs))
  }

  const retryWanted = (): void => {
    if (!isRetryWanted || clock.monotonicMs() - retriedNowAtMs < retryNowEveryMs) return
    retriedNowAtMs = clock.monotonicMs()
    isRetryWanted = false
    circuit.wake()
    lanes.wake()
  }

  return {
    hello({ acked, begun }) {
      for (const id of acked) settlements.add({ integration, id: id as DeliveryId, outcome: 'acked' })
      for (const id of begun) settlements.add({ integration, id: id as DeliveryId, outcome: 'begun' })
      untrimmed = acked.length
    },
    attach(to) {
      runner = to
      upToDate = false
      pump()
    },
    detach(reason, crashed) {
      runner = undefined
      clearTimeout(pumpTimer)
      const nowMs = clock.nowMs()
      const entries = inFlight.all()
      const alone = entries.filter(({ handed }) => handed !== undefined).length === 1
      for (const entry of entries) {
        if (entry.handed === undefined) conclude(entry.delivery, notBegun(entry, nowMs))
        else if (crashed) conclude(entry.delivery, afterCrash(entry, reason, alone, nowMs))
        else conclude(entry.delivery, afterStop(entry, reason, nowMs))
      }
      inFlight.clear()
    },
    answer(frame) {
      if (frame.type === 'progress') inFlight.prolong(frame.delivery_id)
      else if (frame.type === 'ack') acknowledge(frame.delivery_id)
      else refuse(frame)
      if (untrimmed >= trimAt) trim()
      pump()
    },
    prolong: inFlight.prolong,
    handed: (id) => inFlight.get(id)?.handed,
    pump,
    retryNow() {
      isRetryWanted = true
      retryWanted()
      pump()
    },
    tick() {
      retryWanted()
      for (const entry of inFlight.overdue()) abandon(entry)
      if (inFlight.abandoned() > mostAbandoned) runner?.kill(`never ended ${inFlight.abandoned()} deliveries`)
      pump()
    },
    wake() {
      inFlight.prolongAll()
      circuit.wake()
      lanes.wake()
      pump()
    },
    reload() {
      upToDate = false
      pump()
    },
    lastError: troubles.lastError,
    retrying() {
      if (!troubles.isRetrying()) return undefined
      const dueMs = Math.max(lanes.dueMs() ?? 0, circuit.closedUntilMs())
      return { nextAtMs: dueMs > clock.nowMs() ? dueMs : null }
    },
  }
}

interface Refusal {
  error: string
  /** The pause that the receiver asked for. */
  afterMs?: number | null
  /** What the failure is about, as far as the plugin knows. */
  concerns?: 'message' | 'receiver' | null
}

const refusalIn = ({ reason, after_s, concerns }: Frame<'nak'>): Refusal => ({
  error: reason,
  afterMs: after_s === null ? null : after_s * 1_000,
  concerns,
})

export const isAnswer = (frame: RunnerFrame): frame is Answer =>
  frame.type === 'ack' || frame.type === 'nak' || frame.type === 'term' || frame.type === 'progress'

function cutDown(
  { integration, tier, conversations }: DispatcherDeps,
  { delivery, attempt }: Attempt,
  message: RelayMessage,
) {
  const toTier = tier === 'notify' ? toNotice : toMessage
  return toTier({
    message,
    deliveryId: delivery.id,
    attempt,
    conversationId: conversations.idOf(integration, delivery.conversation),
    personId: conversations.idOf(integration, `dm:${message.handle}` as ConversationKey),
  })
}
