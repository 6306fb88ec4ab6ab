/** Sends what a NATS request contains, and answers the request with the outcome. */
import type { Msg, NatsConnection } from '@nats-io/transport-node'
import type { OfficialContext } from '../../plugin-api/index.ts'
import { notSent, outcomeOfError, type SendOutcome } from '../shared/send-outcome.ts'

/**
 * The last token of the subject names the conversation, the whole payload is the text, and `Nats-Msg-Id` is the key
 * that prevents a second send.
 */
export function answerRequests(nats: NatsConnection, subject: string, ctx: Pick<OfficialContext, 'send_text'>): void {
  nats.subscribe(`${subject}.*`, {
    callback(error, request) {
      if (error !== null) return
      send(request, ctx).then(
        (outcome) => request.respond(JSON.stringify(outcome)),
        () => undefined,
      )
    },
  })
}

const longestKey = 200

async function send(request: Msg, ctx: Pick<OfficialContext, 'send_text'>): Promise<SendOutcome> {
  const conversationId = request.subject.split('.').at(-1) ?? ''
  const key = request.headers?.get('Nats-Msg-Id') ?? ''
  const text = textOf(request.data)
  if (text === undefined || key.length > longestKey) return notSent('invalid_request')
  try {
    const options = key === '' ? {} : { key: `${conversationId}:${key}` }
    return { ...(await ctx.send_text(conversationId, text, options)), retry_after_s: null }
  } catch (error) {
    return outcomeOfError(error)
  }
}

function textOf(data: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(data)
    return text.trim() === '' ? undefined : text
  } catch {
    return undefined
  }
}
