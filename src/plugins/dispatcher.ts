/** Feeds one integration: what goes when, what each answer means, and what a silence means. It outlives the runners it feeds. */
import type { ConversationKey, DeliveryId } from '../contract/ids.ts'
import type { RelayMessage } from '../domain/message.ts'
import { retryDelayMs, worthAnotherTry } from '../domain/retry-schedule.ts'
import type { Tier } from '../plugin-api/index.ts'
import type { Conversations } from '../store/journal/conversations.ts'
import type { PendingDelivery, Settlement } from '../store/journal/deliveries.ts'
import { createCircuit } from './circuit.ts'
import type { Clock } from './clock.ts'
import type { Lanes } from './lanes.ts'
import type { HostFrame, RunnerFrame } from './protocol.ts'
import { toMessage, toNotice } from './redaction.ts'
import type { Settlements } from './settlements.ts'

/** What the dispatcher needs of a runner. */
export interface Runner {
  send(frame: HostFrame): boolean
  kill(reason: string): void
}

export interface Dispatcher {
  /** What the runner's journal holds: to be written down before anything goes. */
  hello(frame: Frame<'hello'>): void
  attach(runner: Runner): void
  /** The runner is gone. What was in flight comes again; a crash counts against it. */
  detach(reason: string, crashed: boolean): void
  answer(frame: Answer): void
  /** There may be something to do. */
  pump(): void
  /** Ends the wait for answers that are overdue. */
  tick(): void
  /** Time made a jump: nobody had the time that the clocks say. */
  wake(): void
  /** Deliveries changed on the disk by another hand. */
  reload(): void
  /** Why the other side gets nothing at present. */
  trouble(): string | null
}

export interface DispatcherDeps {
  integration: string
  tier: Tier
  lanes: Lanes
  settlements: Settlements
  conversations: Pick<Conversations, 'idOf'>
  clock: Clock
  random?: () => number
}

type Answer = Frame<'ack' | 'nak' | 'term' | 'progress'>
type Frame<Type extends RunnerFrame['type']> = Extract<RunnerFrame, { type: Type }>

interface InFlight {
  delivery: PendingDelivery
  attempt: number
  /** On the monotonic clock. */
  deadlineMs: number
}

const window = 8
const ackWaitMs = 30_000
const fatalCrashes = 3
const longestRetryAfterMs = 3_600_000
/** Calls that the plugin never ended. More, and it is begun anew. */
const mostAbandoned = 32
/** So many acknowledgements the runner's journal keeps before it is told to forget them. */
const trimAt = 256

export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { integration, lanes, settlements, clock, random = Math.random } = deps
  const inFlight = new Map<string, InFlight>()
  const abandoned = new Map<string, PendingDelivery>()
  const circuit = createCircuit(random)
  let runner: Runner | undefined
  let pumpTimer: NodeJS.Timeout | undefined
  /** Whether the lanes show what is on the disk. */
  let upToDate = false
  let untrimmed = 0
  let lastError: string | null = null

  const settle = (delivery: PendingDelivery, settlement: Outcome): void =>
    settlements.add({ integration, id: delivery.id, ...settlement })

  /** The journal names no more than what the runner's journal forgets afterwards. */
  const trim = (): void => {
    if (untrimmed === 0 || !settlements.flush()) return
    runner?.send({ type: 'trim', count: untrimmed })
    untrimmed = 0
  }

  const handOver = (delivery: PendingDelivery, to: Runner): void => {
    lanes.take(delivery)
    const attempt = delivery.attempts + 1
    const message = delivery.message && crossing(deps, { ...delivery, message: delivery.message }, attempt)
    if (message === null) giveUp(delivery, { outcome: 'skipped', error: 'the message is no longer kept' })
    else if (to.send({ type: 'deliver', delivery_id: delivery.id, attempt, message: { ...message } }))
      inFlight.set(delivery.id, { delivery, attempt, deadlineMs: clock.monotonicMs() + ackWaitMs })
    else giveUp(delivery, { outcome: 'dead', ...counts(delivery), error: 'too large to be handed over' })
  }

  const giveUp = (delivery: PendingDelivery, settlement: Outcome): void => {
    settle(delivery, settlement)
    lanes.done(delivery)
  }

  const tryAgain = (delivery: PendingDelivery, tried: Tried): void => {
    settle(delivery, { outcome: 'retry', ...tried })
    lanes.retry(delivery, tried.nextAtMs)
  }

  const failed = ({ delivery, attempt }: InFlight, error: string, afterMs: number | null): void => {
    const nowMs = clock.nowMs()
    lastError = error
    circuit.failed(nowMs, afterMs)
    const { crashes, createdAtMs } = delivery
    const nextAtMs = nowMs + (afterMs ?? retryDelayMs(attempt, random))
    if (worthAnotherTry({ attempts: attempt, createdAtMs, nowMs }))
      tryAgain(delivery, { attempts: attempt, crashes, nextAtMs, error })
    else giveUp(delivery, { outcome: 'dead', attempts: attempt, crashes, error })
  }

  const succeeded = (id: string): void => {
    untrimmed++
    const late = abandoned.get(id)
    const entry = inFlight.get(id)
    abandoned.delete(id)
    inFlight.delete(id)
    if (entry !== undefined) giveUp(entry.delivery, { outcome: 'acked' })
    else if (late !== undefined) {
      settle(late, { outcome: 'acked' })
      lanes.release(late.conversation)
    } else return
    if (circuit.isOpen()) lanes.wake()
    circuit.succeeded()
    lastError = null
  }

  const refused = (frame: Frame<'nak' | 'term'>): void => {
    const entry = inFlight.get(frame.delivery_id)
    if (entry?.attempt !== frame.attempt) return void abandoned.delete(frame.delivery_id)
    inFlight.delete(frame.delivery_id)
    if (frame.type === 'term') {
      giveUp(entry.delivery, { outcome: 'dead', ...counts(entry.delivery), error: frame.reason })
      return
    }
    const afterMs = frame.after_s === null ? null : Math.min(frame.after_s * 1_000, longestRetryAfterMs)
    failed(entry, frame.reason, afterMs)
  }

  const died = (entry: InFlight, reason: string, alone: boolean): void => {
    const { delivery, attempt } = entry
    const crashes = delivery.crashes + 1
    // Only one that was alone has certainly caused it.
    if (alone && crashes >= fatalCrashes)
      giveUp(delivery, { outcome: 'dead', attempts: attempt, crashes, error: `the plugin died of it: ${reason}` })
    else tryAgain(delivery, { attempts: attempt, crashes, nextAtMs: clock.nowMs(), error: reason })
  }

  /** One that may have killed the plugin goes alone, so that its neighbours are not blamed for it. */
  const mayJoin = (delivery: PendingDelivery): boolean =>
    inFlight.size === 0 || (delivery.crashes === 0 && [...inFlight.values()].every((one) => one.delivery.crashes === 0))

  /** What earlier runners did is on the disk before this one is given anything. */
  const catchUp = (): boolean => {
    if (upToDate || !settlements.flush()) return upToDate
    trim()
    lanes.reload()
    upToDate = true
    return true
  }

  const pump = (): void => {
    if (runner === undefined || !catchUp()) return
    const nowMs = clock.nowMs()
    const room = circuit.isOpen() ? 1 : window
    while (inFlight.size < room && !settlements.full() && circuit.closedUntilMs() <= nowMs) {
      const delivery = lanes.peek(nowMs)
      if (delivery === undefined || !mayJoin(delivery)) break
      handOver(delivery, runner)
    }
    pumpWhenDue(nowMs)
  }

  const pumpWhenDue = (nowMs: number): void => {
    clearTimeout(pumpTimer)
    pumpTimer = undefined
    const dueMs = Math.max(lanes.dueMs() ?? Number.POSITIVE_INFINITY, circuit.closedUntilMs())
    if (dueMs <= nowMs || dueMs === Number.POSITIVE_INFINITY) return
    pumpTimer = setTimeout(pump, dueMs - nowMs)
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
      const entries = [...inFlight.values()]
      inFlight.clear()
      abandoned.clear()
      for (const entry of entries) {
        if (crashed) died(entry, reason, entries.length === 1)
        else tryAgain(entry.delivery, { ...counts(entry.delivery), nextAtMs: clock.nowMs(), error: reason })
      }
    },
    answer(frame) {
      if (frame.type === 'progress') {
        const entry = inFlight.get(frame.delivery_id)
        if (entry !== undefined) entry.deadlineMs = clock.monotonicMs() + ackWaitMs
        return
      }
      if (frame.type === 'ack') succeeded(frame.delivery_id)
      else refused(frame)
      if (untrimmed >= trimAt) trim()
      pump()
    },
    pump,
    tick() {
      const overdue = [...inFlight.values()].filter(({ deadlineMs }) => deadlineMs <= clock.monotonicMs())
      for (const entry of overdue) {
        const { id } = entry.delivery
        inFlight.delete(id)
        abandoned.set(id, entry.delivery)
        runner?.send({ type: 'cancel', delivery_id: id })
        failed(entry, `no answer within ${ackWaitMs / 1_000} s`, null)
      }
      if (abandoned.size > mostAbandoned) runner?.kill(`never ended ${abandoned.size} deliveries`)
      pump()
    },
    wake() {
      for (const entry of inFlight.values()) entry.deadlineMs = clock.monotonicMs() + ackWaitMs
      circuit.wake()
      lanes.wake()
      pump()
    },
    reload() {
      if (inFlight.size > 0) return
      upToDate = false
      pump()
    },
    trouble: () => (circuit.isOpen() ? lastError : null),
  }
}

export const isAnswer = (frame: RunnerFrame): frame is Answer =>
  frame.type === 'ack' || frame.type === 'nak' || frame.type === 'term' || frame.type === 'progress'

type Outcome = Settlement extends infer One ? (One extends Settlement ? Omit<One, 'integration' | 'id'> : never) : never
type Tried = Omit<Extract<Outcome, { outcome: 'retry' }>, 'outcome'>

const counts = ({ attempts, crashes }: PendingDelivery) => ({ attempts: attempts + 1, crashes })

type Whole = PendingDelivery & { message: RelayMessage }

function crossing({ integration, tier, conversations }: DispatcherDeps, delivery: Whole, attempt: number) {
  const { message, id: deliveryId, conversation } = delivery
  const toTier = tier === 'notify' ? toNotice : toMessage
  return toTier({
    message,
    deliveryId,
    attempt,
    conversationId: conversations.idOf(integration, conversation),
    personId: conversations.idOf(integration, `dm:${message.handle}` as ConversationKey),
  })
}
