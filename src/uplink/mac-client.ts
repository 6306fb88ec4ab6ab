/** Declares what an uplink asks of its Mac. */
import type { Client } from '../client/client.ts'

export type MacClient = Pick<
  Client,
  | ('version' | 'events' | 'list_all_messages' | 'list_messages' | 'get_conversation')
  | (
      | 'edit_message'
      | 'unsend_message'
      | 'change_tapback'
      | 'set_typing'
      | 'mark_read'
      | 'cancel_send'
      | 'get_attachment'
      | 'contact_avatar'
    )
  | ('send' | 'send_to_chat' | 'send_file' | 'list_sends' | 'get_send')
>
