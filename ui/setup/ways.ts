/** Follows messages on their way while setup watches: received, relayed, delivered. */
import type { Delivery } from '../../src/contract/delivery.ts'
import type { Message } from '../../src/contract/message.ts'
import type { Trace } from '../../src/contract/trace.ts'

export interface Way {
  rowid: number
  sender: string | null
  /** Null while only its deliveries are known. */
  receivedAt: string | null
  /** The reason why no plugin gets it. */
  stopped: 'out_of_scope' | 'no_destination' | null
  deliveries: readonly Delivery[]
}

const mostShown = 5

const blank = { sender: null, receivedAt: null, stopped: null, deliveries: [] } as const

/** Changes the way of the message, which is new where it was not known; the newest message comes first. */
function changed(ways: readonly Way[], rowid: number, change: (way: Way) => Way): readonly Way[] {
  const known = ways.find((way) => way.rowid === rowid)
  const others = ways.filter((way) => way.rowid !== rowid)
  return [...others, change(known ?? { rowid, ...blank })]
    .toSorted((one, other) => other.rowid - one.rowid)
    .slice(0, mostShown)
}

export const withMessage = (
  ways: readonly Way[],
  { rowid, sender, ts }: Pick<Message, 'rowid' | 'sender' | 'ts'>,
): readonly Way[] => changed(ways, rowid, (way) => ({ ...way, sender, receivedAt: ts }))

/** Tests are no messages that came in. */
export function withDelivery(ways: readonly Way[], delivery: Delivery): readonly Way[] {
  const { rowid, is_test: isTest, sender } = delivery
  if (isTest || rowid === null) return ways
  return changed(ways, rowid, (way) => {
    const isKnown = way.deliveries.some(({ id }) => id === delivery.id)
    const deliveries = isKnown
      ? way.deliveries.map((each) => (each.id === delivery.id ? delivery : each))
      : [...way.deliveries, delivery]
    return { ...way, sender: way.sender ?? sender, stopped: null, deliveries }
  })
}

/** Records why a message goes nowhere; a message that was not seen before is ignored. */
export function withTrace(
  ways: readonly Way[],
  { rowid, lane, outcome, deliveries }: Pick<Trace, 'rowid' | 'lane' | 'outcome' | 'deliveries'>,
): readonly Way[] {
  const stopped =
    outcome === 'out_of_scope' ? outcome : lane === 'relayed' && deliveries.length === 0 ? 'no_destination' : null
  return ways.map((way) => (way.rowid === rowid && way.deliveries.length === 0 ? { ...way, stopped } : way))
}

/** Whether a message has gone all the way. */
export const hasArrived = (ways: readonly Way[]): boolean =>
  ways.some(({ deliveries }) => deliveries.some(({ state }) => state === 'delivered'))
