/**
 * Stores orders that were accepted from the broker until they are done: they survive a crash, and a repeat of one is
 * recognised.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { SendOutcome } from '../shared/send-outcome.ts'
import { keptFile } from './kept-file.ts'
import type { Order } from './order.ts'

/** The result that is published for the sender of an order. */
export interface TakenOrder extends Order {
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

interface Box {
  orders: TakenOrder[]
  /** Fingerprints of the last orders, by which a repeat is recognised. */
  seen: string[]
}

export interface OrderBox {
  orders(): readonly TakenOrder[]
  wasTaken(received: Received): boolean
  /** Returns undefined when too many orders wait already. */
  take(order: Order, received: Received): TakenOrder | undefined
  settle(id: string, outcome: SendOutcome): void
  remove(id: string): void
}

const mostWaiting = 100
const mostSeen = 200

export function openOrderBox(path: string): OrderBox {
  const file = keptFile<Box>(path, { orders: [], seen: [] })
  const change = (part: Partial<Box>): void => file.keep({ ...file.value(), ...part })
  return {
    orders: () => file.value().orders,
    wasTaken: (received) => received.isRepeat && file.value().seen.includes(lookOf(received)),
    take(order, received) {
      const { orders, seen } = file.value()
      if (orders.length >= mostWaiting) return undefined
      const taken = { ...order, id: randomUUID(), conversationId: received.conversationId, outcome: null }
      change({ orders: [...orders, taken], seen: [...seen, lookOf(received)].slice(-mostSeen) })
      return taken
    },
    settle: (id, outcome) =>
      change({ orders: file.value().orders.map((order) => (order.id === id ? { ...order, outcome } : order)) }),
    remove: (id) => change({ orders: file.value().orders.filter((order) => order.id !== id) }),
  }
}

const lookOf = ({ conversationId, payload, packetId }: Received): string =>
  `${packetId}:${createHash('sha256').update(conversationId).update('\0').update(payload).digest('base64url')}`
