/** Sends what was published to be sent, once and in the order of each conversation, and publishes the outcome. */
import type { OfficialContext } from '../../plugin-api/index.ts'
import { notSent, outcomeOfError, type SendOutcome } from '../shared/send-outcome.ts'
import { orderIn } from './order.ts'
import type { OrderStore, Received, StoredOrder } from './order-store.ts'

export interface OrderSenderDeps {
  ctx: Pick<OfficialContext, 'send_text' | 'signal' | 'log_warn'>
  store: OrderStore
  /** Rejects while there is no connection. */
  publish(conversationId: string, outcome: SendOutcome & { key: string | null }): Promise<void>
}

export class OrderSender {
  readonly #deps: OrderSenderDeps
  readonly #underWay = new Set<string>()
  /** The end of the last order of each conversation. */
  readonly #queues = new Map<string, Promise<void>>()

  constructor(deps: OrderSenderDeps) {
    this.#deps = deps
  }

  /** When it returns, the order is on the disk. */
  take(received: Received): void {
    const { store } = this.#deps
    if (store.isKnown(received)) return
    const order = orderIn(received.payload)
    if (order === undefined) {
      this.#refuse(received, 'invalid_request')
      return
    }
    const stored = store.add(order, received)
    if (stored === undefined) this.#refuse(received, 'rate_limited')
    else this.#enqueue(stored)
  }

  /** Continues with orders that were not done, or whose outcome could not be published. */
  resume(): void {
    for (const order of this.#deps.store.orders) this.#enqueue(order)
  }

  #enqueue(order: StoredOrder): void {
    const { id, conversationId } = order
    if (this.#underWay.has(id)) return
    this.#underWay.add(id)
    const before = this.#queues.get(conversationId) ?? Promise.resolve()
    // An outcome that cannot be published now is published when there is a connection again.
    const work = before.then(() => this.#carryOut(order)).catch(() => undefined)
    const over = work.then(() => {
      this.#underWay.delete(id)
      if (this.#queues.get(conversationId) === over) this.#queues.delete(conversationId)
    })
    this.#queues.set(conversationId, over)
  }

  async #carryOut(order: StoredOrder): Promise<void> {
    const { store } = this.#deps
    const outcome = order.outcome ?? (await this.#send(order))
    if (outcome === undefined) return
    if (order.outcome === null) store.settle(order.id, outcome)
    await this.#publish(order, outcome)
    store.remove(order.id)
  }

  /**
   * Returns undefined when the plugin has to stop meanwhile: the order is kept for the next start, under the same key.
   */
  async #send({ id, conversationId, text, key }: StoredOrder): Promise<SendOutcome | undefined> {
    const { ctx } = this.#deps
    const once = key === null ? id : `${conversationId}:${key}`
    try {
      return { ...(await ctx.send_text(conversationId, text, { key: once })), retry_after_s: null }
    } catch (error) {
      return ctx.signal.aborted ? undefined : outcomeOfError(error)
    }
  }

  #refuse({ conversationId }: Received, error_code: string): void {
    this.#deps.ctx.log_warn(`An order from the broker was not taken: ${error_code}.`)
    this.#publish({ conversationId, key: null }, notSent(error_code)).catch(() => undefined)
  }

  #publish({ conversationId, key }: Pick<StoredOrder, 'conversationId' | 'key'>, outcome: SendOutcome): Promise<void> {
    return this.#deps.publish(conversationId, { key, ...outcome })
  }
}
