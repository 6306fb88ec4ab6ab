/**
 * Stores orders that were accepted from the broker until they are done: they survive a crash, and a repeat of one is
 * recognised.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { SendOutcome } from '../shared/send-outcome.ts'
import { JsonFile } from './json-file.ts'
import type { Order } from './order.ts'

export interface StoredOrder extends Order {
  id: string
  conversationId: string
  /** Null until the order was sent, or failed. */
  outcome: SendOutcome | null
}

export interface Received {
  conversationId: string
  payload: Uint8Array
  /** Whether the broker marks it as a possible repeat. */
  isRepeat: boolean
  packetId: number | undefined
}

interface Stored {
  orders: StoredOrder[]
  /** Fingerprints of the last orders, by which a repeat is recognised. */
  seen: string[]
}

const mostWaiting = 100
const mostSeen = 200

export class OrderStore {
  readonly #file: JsonFile<Stored>

  constructor(path: string) {
    this.#file = new JsonFile<Stored>(path, { orders: [], seen: [] })
  }

  get orders(): readonly StoredOrder[] {
    return this.#file.value.orders
  }

  /** Returns whether the broker repeats an order that was added before. */
  isKnown(received: Received): boolean {
    return received.isRepeat && this.#file.value.seen.includes(fingerprintOf(received))
  }

  /** Returns undefined when too many orders wait already. */
  add(order: Order, received: Received): StoredOrder | undefined {
    const { orders, seen } = this.#file.value
    if (orders.length >= mostWaiting) return undefined
    const stored = { ...order, id: randomUUID(), conversationId: received.conversationId, outcome: null }
    this.#file.write({
      orders: [...orders, stored],
      seen: [...seen, fingerprintOf(received)].slice(-mostSeen),
    })
    return stored
  }

  settle(id: string, outcome: SendOutcome): void {
    this.#replaceOrders(this.orders.map((order) => (order.id === id ? { ...order, outcome } : order)))
  }

  remove(id: string): void {
    this.#replaceOrders(this.orders.filter((order) => order.id !== id))
  }

  #replaceOrders(orders: StoredOrder[]): void {
    this.#file.write({ ...this.#file.value, orders })
  }
}

const fingerprintOf = ({ conversationId, payload, packetId }: Received): string =>
  `${packetId}:${createHash('sha256').update(conversationId).update('\0').update(payload).digest('base64url')}`
