/**
 * Handles the reply that a receiver may put into its answer: finds it in the body, and sends it into the conversation
 * of the message.
 */
import type { CallRefused, DeliveryContext, InboundMessage, OfficialContext } from '../../plugin-api/index.ts'
import { pause } from '../shared/until-aborted.ts'

/** Returns undefined when the body contains no reply; the body is untrusted until it is checked. */
export function replyIn(body: string): string | undefined {
  const text = field(field(parsed(body), 'reply'), 'text')
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

export interface Reply {
  msg: Pick<InboundMessage, 'delivery_id' | 'conversation_id'>
  text: string
}

const mostTries = 5
const pausesMs = { shortest: 1_000, longest: 15_000 }

/**
 * Waits here when a reply comes too fast: the receiver has accepted the message, and would hardly repeat its reply. A
 * reply that cannot be sent is logged, and is no reason to deliver the message again.
 */
export async function sendReply(ctx: OfficialContext, { msg, text }: Reply, delivery: DeliveryContext): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      const { state, error_code } = await ctx.send_text(msg.conversation_id, text, { key: msg.delivery_id })
      if (state === 'failed' || state === 'uncertain')
        ctx.log_warn(`A reply of the receiver is ${state}: ${error_code}.`)
      return
    } catch (error) {
      const { code = 'unexpected', retryAfterS = null } = error as Partial<CallRefused>
      if (retryAfterS === null || tries === mostTries)
        return ctx.log_error(`A reply of the receiver was not sent: ${code}.`)
      delivery.progress()
      await pause(Math.min(Math.max(retryAfterS * 1_000, pausesMs.shortest), pausesMs.longest), delivery.signal)
      delivery.signal.throwIfAborted()
      delivery.progress()
    }
  }
}
