/** Which of the remembered answers an event makes old. Threads see to their messages themselves: they know their pages. */
import type { CallName } from '../../src/client/client-over.ts'
import type { StreamEvent } from '../../src/contract/events.ts'

const ofConversations = ['list_conversations', 'get_conversation'] as const satisfies CallName[]

/** By the names with which their keys begin; `all` after a reset. */
export function queriesOf(event: StreamEvent): readonly CallName[] | 'all' {
  switch (event.type) {
    case 'reset':
      return 'all'
    // How far a message has come, and its files, stand in the thread alone.
    case 'message_delivered':
    case 'message_read':
    case 'attachment_ready':
      return []
    case 'send_updated':
      return ['list_sends', 'get_send']
    default:
      return ofConversations
  }
}
