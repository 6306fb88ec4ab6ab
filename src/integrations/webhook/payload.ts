/** Builds the payload for a message: all of it, or only its ids. */
import type { InboundMessage } from '../../plugin-api/index.ts'
import type { Settings } from './settings.ts'

export function payloadOf({ attempt: _, ...message }: InboundMessage, payload: Settings['payload']): object {
  if (payload === 'full') return { type: 'message', ...message }
  const { delivery_id, conversation_id, is_group, ts, kind } = message
  return { type: 'message', delivery_id, conversation_id, is_group, ts, kind }
}
