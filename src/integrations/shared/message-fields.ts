/** Chooses what of a message is published where others may read along: all of it, or what it is about without its content. */
import type { InboundMessage } from '../../plugin-api/index.ts'

export function messageFields(message: InboundMessage, withText: boolean): Record<string, unknown> {
  const { delivery_id, conversation_id, sender, is_group, group_name, ts, kind, line, is_note } = message
  return {
    delivery_id,
    conversation_id,
    sender,
    is_group,
    group_name,
    ts,
    kind,
    ...(line && { line }),
    ...(is_note && { is_note }),
    ...(withText ? written(message) : { attachments: message.attachments.length }),
  }
}

const written = ({ text, reply_to, attachments }: InboundMessage) => ({
  text,
  reply_to,
  attachments: attachments.map(({ mime, name, size }) => ({ mime, name, size })),
})
