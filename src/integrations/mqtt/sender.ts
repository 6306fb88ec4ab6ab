/** Sends what was published to be sent, once and in the order of each conversation, and publishes the outcome. */
import type { OfficialContext } from '../../plugin-api/index.ts'
import { notSent, outcomeOfError, type SendOutcome } from '../shared/send-outcome.ts'
import { orderIn } from './order.ts'
import type { OrderBox, Received, TakenOrder } from './order-box.ts'

export interface SenderDeps {
  ctx: Pick<OfficialContext, 'send_text' | 'signal' | 'log_warn'>
  box: OrderBox
  /** Rejects while there is no connection. */
  publish(conversationId: string, outcome: SendOutcome & { key: string | null }): Promise<void>
}

export interface Sender {
  /** When it returns, the order is on the disk. */
  take(received: Received): void
  /** Continues with orders that were not done, or whose outcome could not be published. */
  resume(): void
}

export function createSender({ ctx, box, publish }: SenderDeps): Sender {
  const underWay = new Set<string>()
  const lanes = new Map<string, Promise<void>>()

  const tell = ({ conversationId, key }: Pick<TakenOrder, 'conversationId' | 'key'>, outcome: SendOutcome) =>
    publish(conversationId, { key, ...outcome })

  const carryOut = async (order: TakenOrder): Promise<void> => {
    const outcome = order.outcome ?? (await sent(ctx, order))
    if (outcome === undefined) return
    if (order.outcome === null) box.settle(order.id, outcome)
    await tell(order, outcome)
    box.remove(order.id)
  }

  const begin = (order: TakenOrder): void => {
    if (underWay.has(order.id)) return
    underWay.add(order.id)
    const before = lanes.get(order.conversationId) ?? Promise.resolve()
    // An outcome that cannot be published now is published when there is a connection again.
    const work = before.then(() => carryOut(order)).catch(() => undefined)
    const over = work.then(() => {
      underWay.delete(order.id)
      if (lanes.get(order.conversationId) === over) lanes.delete(order.conversationId)
    })
    lanes.set(order.conversationId, over)
  }

  const refuse = ({ conversationId }: Received, error_code: string): void => {
    ctx.log_warn(`An order from the broker was not taken: ${error_code}.`)
    tell({ conversationId, key: null }, notSent(error_code)).catch(() => undefined)
  }

  return {
    take(received) {
      if (box.wasTaken(received)) return
      const order = orderIn(received.payload)
      if (order === undefined) return refuse(received, 'invalid_request')
      const taken = box.take(order, received)
      if (taken === undefined) return refuse(received, 'rate_limited')
      begin(taken)
    },
    resume: () => box.orders().forEach(begin),
  }
}

/**
 * Returns undefined when the plugin has to stop meanwhile: the order is kept for the next start, under the same key.
 */
async function sent(
  ctx: SenderDeps['ctx'],
  { id, conversationId, text, key }: TakenOrder,
): Promise<SendOutcome | undefined> {
  const once = key === null ? id : `${conversationId}:${key}`
  try {
    return { ...(await ctx.send_text(conversationId, text, { key: once })), retry_after_s: null }
  } catch (error) {
    return ctx.signal.aborted ? undefined : outcomeOfError(error)
  }
}
