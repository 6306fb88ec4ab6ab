/**
 * Tells Macs what was read on the hub, so that they count the same unread messages. PostgreSQL keeps what each Mac is
 * still to be told until the Mac knows it or has declined. A mark only ever moves forward, so telling it twice does no
 * harm.
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

/** How often to look for Macs that are connected again. */
const tickMs = 5_000
/** A Mac that could not be told is tried again after this time. */
const againMs = 60_000
/** A mark that could not be told for this long is of no use any more. */
const keptMs = 7 * 86_400_000
const backoff = { firstMs: 1_000, longestMs: 30_000 }

export class ReadOrders {
  readonly #options: ReadOrdersOptions
  readonly #stopping = new AbortController()
  readonly #ended: Promise<void>
  #stirred = Promise.withResolvers<void>()

  /** Starts at once. */
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

  /** Called when something was read. */
  stir(): void {
    this.#stirred.resolve()
  }

  async #run(signal: AbortSignal, onBegin: () => void): Promise<void> {
    const { sql, nowMs } = this.#options
    while (!signal.aborted) {
      this.#stirred = Promise.withResolvers()
      const due = await readOrdersDue(sql, { nowMs: nowMs(), seenWithinMs, againMs, keptMs })
      onBegin()
      // A slow Mac delays no other.
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

/**
 * Whether another attempt is pointless: a Mac that lacks the message, or does not let the hub mark it, answers the same
 * every time.
 */
const isFinal = (error: unknown): boolean => error instanceof ServiceError && final.includes(error.code)
const final: readonly string[] = ['message_not_found', 'conversation_not_found', 'forbidden', 'invalid_request']
