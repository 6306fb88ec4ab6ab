/**
 * Hands deliveries to the plugin as they come, some at a time, and answers each: done (and written down), later, or never.
 */
import type { DeliveryContext, InboundMessage, Integration, ReceiverAnswer } from '../../plugin-api/index.ts'
import { type HostFrame, mostAtOnce, type RunnerFrame } from '../protocol.ts'
import type { AckJournal } from './ack-journal.ts'
import { readableAttachments } from './attachments.ts'
import { withinDelivery } from './delivery-scope.ts'
import type { FailureWords } from './failure-words.ts'
import type { Ask } from './host-calls.ts'

type Deliver = Extract<HostFrame, { type: 'deliver' }>

export interface DeliveryHandlerDeps {
  plugin: Integration
  journal: AckJournal
  send: (frame: RunnerFrame) => boolean
  ask: Ask
  wordsOf: FailureWords
  /** Makes what a receiver answered fit to be shown. */
  answerWords: (said: string) => string
}

/** Secrets are looked for in this many letters, of which fewer are shown. */
const longestAnswer = 8_192

/** The part of every outcome that is about the receiver. */
type Receiver = Pick<Extract<RunnerFrame, { type: 'ack' }>, 'status' | 'answered_ms'>

interface Call {
  id: string
  message: object
  abort: AbortController
  over: Promise<void>
}

export class DeliveryHandler {
  readonly #deps: DeliveryHandlerDeps
  readonly #calls = new Set<Call>()
  /** The deliveries that take one of the places for `mostAtOnce`: those whose call has not ended. */
  readonly #running = new Set<string>()
  /** Deliveries that wait for a place, in their order. */
  #waiting: Deliver[] = []
  #isEnding = false

  constructor(deps: DeliveryHandlerDeps) {
    this.#deps = deps
  }

  /** The messages in flight. */
  get messages(): object[] {
    return [...this.#calls].map(({ message }) => message)
  }

  /** Begins the delivery when it is its turn; a test does not wait. */
  deliver(frame: Deliver): void {
    if (this.#isEnding) return
    if (frame.message.is_test === true) {
      this.#begin(frame)
      return
    }
    this.#waiting.push(frame)
    this.#beginNext()
  }

  /** Begins nothing more, since this process is about to end: the host hands over to the next one. */
  beginNoMore(): void {
    this.#isEnding = true
    this.#waiting = []
  }

  #beginNext(): void {
    while (this.#running.size < mostAtOnce) {
      const next = this.#waiting.shift()
      if (next === undefined) return
      this.#running.add(next.delivery_id)
      this.#begin(next)
    }
  }

  /** Frees the place of a delivery whose call has ended or was given up. */
  #leave(id: string): void {
    if (this.#running.delete(id)) this.#beginNext()
  }

  #begin(frame: Deliver): void {
    const abort = new AbortController()
    const { delivery_id: id, message } = frame
    const call: Call = { id, message, abort, over: this.#handle(frame, abort.signal) }
    this.#calls.add(call)
    void call.over.finally(() => this.#calls.delete(call))
  }

  cancel(id: string): void {
    for (const call of this.#calls) if (call.id === id) call.abort.abort(new Error('The time is over.'))
    this.#leave(id)
  }

  cancelAll(): void {
    for (const call of this.#calls) call.abort.abort(new Error('The plugin has to stop.'))
  }

  /** Resolves once nothing is in flight. */
  async idle(): Promise<void> {
    await Promise.all([...this.#calls].map(({ over }) => over))
  }

  async #handle({ delivery_id, attempt, message }: Deliver, signal: AbortSignal): Promise<void> {
    const { plugin, journal, send, ask, wordsOf } = this.#deps
    const beganMs = performance.now()
    let receiver: Receiver = { status: null, answered_ms: null }
    const delivery: DeliveryContext = {
      signal,
      progress: () => void send({ type: 'progress', delivery_id }),
      answered: (answer) => {
        receiver = { status: statusIn(answer), answered_ms: Math.round(performance.now() - beganMs) }
        if (message.is_test === true) this.#tellAnswer({ delivery_id, attempt }, answer)
      },
    }
    try {
      journal.begin(delivery_id)
      const handed = readable(message as unknown as InboundMessage, delivery_id, ask)
      await withinDelivery(delivery_id, () => plugin.on_inbound(handed, delivery))
    } catch (error) {
      journal.fail(delivery_id)
      send(refusal({ delivery_id, attempt, reason: wordsOf(error, [message]), ...receiver }, error))
      this.#giveBack()
      this.#leave(delivery_id)
      return
    }
    this.#leave(delivery_id)
    const ack = { delivery_id, ...receiver }
    await this.#writeDown(delivery_id)
    send({ type: 'ack', ...ack })
  }

  /** Whether a failure says something about what waits is decided by the host. */
  #giveBack(): void {
    if (this.#waiting.length === 0) return
    this.#deps.send({ type: 'returned', delivery_ids: this.#waiting.map(({ delivery_id }) => delivery_id) })
    this.#waiting = []
  }

  #tellAnswer(told: { delivery_id: string; attempt: number }, answer: ReceiverAnswer): void {
    const { send, answerWords } = this.#deps
    const body = answerWords(String(answer.body ?? '').slice(0, longestAnswer))
    send({ type: 'answered', ...told, status: statusIn(answer), body })
  }

  /** The work is done: a journal that cannot be written must not cause a repeat while the host's journal works. */
  async #writeDown(id: string): Promise<void> {
    const { journal, send } = this.#deps
    await journal.ack(id).catch((error: Error) => {
      send({ type: 'log', level: 'error', msg: `acks.log cannot be written: ${error.message}` })
    })
  }
}

/** Makes attachments readable; notices of the notify tier have none. */
function readable(message: InboundMessage, deliveryId: string, ask: Ask): InboundMessage {
  const { attachments } = message
  return attachments === undefined
    ? message
    : { ...message, attachments: readableAttachments(attachments, deliveryId, ask) }
}

const statusIn = ({ status }: ReceiverAnswer): number | null =>
  Number.isSafeInteger(status) && Number(status) >= 0 ? Number(status) : null

const refusals = ['DeliveryRefused', 'CallRefused']

function refusal(
  told: Receiver & { delivery_id: string; attempt: number; reason: string },
  error: unknown,
): RunnerFrame {
  const after_s = retryAfterS(error)
  if (after_s === null) return { type: 'term', ...told }
  return { type: 'nak', ...told, after_s: after_s ?? null, concerns: after_s === undefined ? null : concernsOf(error) }
}

const concernsOf = (error: unknown): 'message' | 'receiver' =>
  (error as { concerns?: unknown }).concerns === 'message' ? 'message' : 'receiver'

/**
 * Checks the shape of the error and not its class, because a plugin may carry its own copy of the class. A call that
 * was refused may be tried again.
 */
function retryAfterS(error: unknown): number | null | undefined {
  if (!(error instanceof Error) || !refusals.includes(error.name) || !('retryAfterS' in error)) return undefined
  const { retryAfterS: after } = error
  if (after === null) return error.name === 'DeliveryRefused' ? null : undefined
  return typeof after === 'number' && Number.isFinite(after) && after >= 0 ? after : undefined
}
