/**
 * Has Macs know what was read on the hub, so that they count alike. PostgreSQL keeps what each is still to be told, until it
 * knows or has said that it will not; a mark only ever moves forward, so it does no harm to tell it twice.
 */
import { messageOf } from '../../base/errors.ts'
import { pause } from '../../base/pause.ts'
import { repeat } from '../../base/repeat.ts'
import type { Logger } from '../../contract/log-entry.ts'
import { ServiceError } from '../../domain/service-error.ts'
import type { Sql } from '../store/database.ts'
import { endReadOrder, type ReadOrder, readOrdersDue } from '../store/marks.ts'
import { seenWithinMs } from '../store/orders.ts'
import type { MacQuestions } from './mac-questions.ts'

interface ReadOrdersOptions {
  sql: Sql
  questions: Pick<MacQuestions, 'ask'>
  log: Logger
  nowMs(): number
}

/** Macs that are back are looked for this often. */
const tickMs = 5_000
/** What a Mac could not be told is tried again after this time. */
const againMs = 60_000
/** What could not be told for this long is of no use any more. */
const keptMs = 7 * 86_400_000
const backoff = { firstMs: 1_000, longestMs: 30_000 }

export class ReadOrders {
  readonly #options: ReadOrdersOptions
  readonly #stopping = new AbortController()
  readonly #ended: Promise<void>
  #stirred = Promise.withResolvers<void>()

  /** Begins at once. */
  constructor(options: ReadOrdersOptions) {
    this.#options = options
    const { signal } = this.#stopping
    this.#ended = repeat((begun) => this.#run(signal, begun), {
      signal,
      backoff,
      onFailure: (error) => options.log.warn(`Macs are not told what was read: ${messageOf(error)}`),
    })
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    this.stir()
    await this.#ended
  }

  /** Something was read. */
  stir(): void {
    this.#stirred.resolve()
  }

  async #run(signal: AbortSignal, onBegin: () => void): Promise<void> {
    const { sql, nowMs } = this.#options
    while (!signal.aborted) {
      this.#stirred = Promise.withResolvers()
      const due = await readOrdersDue(sql, { nowMs: nowMs(), seenWithinMs, againMs, keptMs })
      onBegin()
      // A Mac that takes its time keeps nobody else waiting.
      for (const [, orders] of Map.groupBy(due, ({ mac }) => mac)) void this.#tell(orders, signal)
      await Promise.race([this.#stirred.promise, pause(tickMs, signal)])
    }
  }

  async #tell(orders: readonly ReadOrder[], signal: AbortSignal): Promise<void> {
    const { sql, questions, log } = this.#options
    try {
      for (const order of orders) {
        if (signal.aborted) return
        await questions.ask(order.mac, 'mark_read', { input: {}, message: order.message }).catch((error: unknown) => {
          if (!isFinal(error)) throw error
        })
        await endReadOrder(sql, order)
      }
    } catch (error) {
      log.debug(`a Mac was not told what was read: ${messageOf(error)}`)
    }
  }
}

/** A Mac that does not have the message, or does not let the hub mark it, says so again however often it is asked. */
const isFinal = (error: unknown): boolean => error instanceof ServiceError && final.includes(error.code)
const final: readonly string[] = ['message_not_found', 'conversation_not_found', 'forbidden', 'invalid_request']
