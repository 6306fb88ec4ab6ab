/**
 * Decides which cached queries an event makes stale. Threads and the conversation list update themselves, because they
 * know their pages.
 */
import type { CallName } from '../../src/client/client-over.ts'
import type { StreamEvent } from '../../src/contract/events.ts'

/** Returns the names with which query keys begin, or `all` after a reset. */
export function queriesOf(event: StreamEvent): readonly CallName[] | 'all' {
  switch (event.type) {
    case 'reset':
      return 'all'
    case 'send_updated':
      return ['list_sends', 'get_send', 'list_scheduled', 'list_outbox']
    case 'message_starred':
    case 'message_unsent':
    case 'conversation_changed':
      return ['list_starred']
    case 'deliveries_changed':
      return ['list_deliveries', 'get_delivery', 'message_trace']
    default:
      return []
  }
}
