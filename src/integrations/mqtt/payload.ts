/** Builds the payloads that are published for a message. */
import type { InboundMessage } from '../../plugin-api/index.ts'
import { messageFields } from '../shared/message-fields.ts'

export type Payload = Record<string, unknown>

/** Home Assistant expects `event_type`. */
export const messagePayload = (message: InboundMessage, withText: boolean): Payload => ({
  event_type: 'message',
  ...messageFields(message, withText),
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
