/** Builds the payload that is published for a message. */
import type { InboundMessage } from '../../plugin-api/index.ts'

export function messagePayload(message: InboundMessage, withText: boolean): Record<string, unknown> {
  const { delivery_id, conversation_id, sender, is_group, group_name, ts, kind } = message
  const about = { type: 'message', delivery_id, conversation_id, sender, is_group, group_name, ts, kind }
  return { ...about, ...(withText ? written(message) : { attachments: message.attachments.length }) }
}

const written = ({ text, reply_to, attachments }: InboundMessage) => ({
  text,
  reply_to,
  attachments: attachments.map(({ mime, name, size }) => ({ mime, name, size })),
})
