/** Builds the payloads that are published for a message. */
import type { InboundMessage } from '../../plugin-api/index.ts'

export type Payload = Record<string, unknown>

/** Home Assistant expects `event_type`. */
export function messagePayload(message: InboundMessage, withText: boolean): Payload {
  const { delivery_id, conversation_id, sender, is_group, group_name, ts, kind, line, is_note } = message
  const about = {
    delivery_id,
    conversation_id,
    sender,
    is_group,
    group_name,
    ts,
    kind,
    ...(line && { line }),
    ...(is_note && { is_note }),
  }
  return {
    event_type: 'message',
    ...about,
    ...(withText ? written(message) : { attachments: message.attachments.length }),
  }
}

const written = ({ text, reply_to, attachments }: InboundMessage): Payload => ({
  text,
  reply_to,
  attachments: attachments.map(({ mime, name, size }) => ({ mime, name, size })),
})

/** Home Assistant refuses a state of more than 255 characters. */
const longestState = 250

/** A sensor shows `state`; the rest are its attributes. */
export function lastMessagePayload(message: InboundMessage, withText: boolean): Payload {
  const { sender, is_group, group_name, conversation_id, ts, kind, line } = message
  const shown = withText ? (message.text ?? attachmentNames(message)) : sender
  return { state: shortened(shown), sender, is_group, group_name, conversation_id, ts, kind, ...(line && { line }) }
}

const attachmentNames = ({ attachments, sender }: InboundMessage): string =>
  attachments.length === 0 ? sender : attachments.map(({ name }) => name).join(', ')

function shortened(text: string): string {
  const characters = [...text]
  return characters.length <= longestState ? text : `${characters.slice(0, longestState - 1).join('')}…`
}
