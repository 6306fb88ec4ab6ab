/** Which of the remembered answers an event makes old. Threads and the list of conversations see to themselves: they know their pages. */
import type { CallName } from '../../src/client/client-over.ts'
import type { StreamEvent } from '../../src/contract/events.ts'

/** By the names with which their keys begin; `all` after a reset. */
export function queriesOf(event: StreamEvent): readonly CallName[] | 'all' {
  switch (event.type) {
    case 'reset':
      return 'all'
    case 'send_updated':
      return ['list_sends', 'get_send']
    default:
      return []
  }
}
