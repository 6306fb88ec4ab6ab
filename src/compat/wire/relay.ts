/**
 * Declares what the compatible servers ask of the relay: a part of its own API, so that whatever a key may not see there
 * does not exist for it here. The BlueBubbles listener asks in the web process itself, `relay-imsg` over HTTP.
 */
import type { Client } from '../../client/client-over.ts'

export type Relay = Pick<
  Client,
  | 'list_conversations'
  | 'get_conversation'
  | 'get_message'
  | 'mark_read'
  | 'list_contacts'
  | 'search'
  | 'send'
  | 'send_to_chat'
  | 'get_send'
  | 'list_sends'
  | 'list_scheduled'
  | 'change_scheduled'
  | 'cancel_scheduled'
  | 'change_tapback'
  | 'edit_message'
  | 'unsend_message'
  | 'capabilities'
  | 'version'
  | 'list_rows'
  | 'count_rows'
  | 'list_handles'
  | 'row_totals'
>
