/**
 * Narrows the journal to messages that exist under a grant. The total of relayed messages is told only if all messages
 * are seen.
 */
import type { Grant } from '../../contract/grant.ts'
import type { ViewedHistory } from '../../mac/history/history.ts'
import type { ListedDelivery } from '../../store/journal/delivery-list.ts'
import { noHistory } from '../../store/journal/traffic-history.ts'
import type { JournalService, Services } from '../services.ts'
import { GrantedDeliveries } from './granted-deliveries.ts'

export function narrowedJournal(
  { journal, nowMs }: Pick<Services, 'journal' | 'nowMs'>,
  grant: Grant,
  view: Pick<ViewedHistory, 'placed' | 'keys'>,
): Partial<JournalService> {
  const granted = new GrantedDeliveries(grant, nowMs())
  const seesAllRows = grant.people === 'all' && granted.beginningMs === null

  function visible(deliveries: readonly ListedDelivery[]): ListedDelivery[] {
    const placed = view.placed(deliveries.flatMap(({ rowid }) => rowid ?? []))
    const guids = new Set<string>(placed.map(({ message }) => message.guid))
    return deliveries.filter(({ guid, isTest }) => !isTest && guids.has(guid))
  }

  /** Returns the conversations that the key sees if they are few, so that only their deliveries are read. */
  const keysSeen = () => (grant.people !== 'all' && 'only' in grant.people ? [...view.keys()] : undefined)

  return {
    deliveries(asked) {
      const found: ListedDelivery[] = []
      for (const page of granted.pages(journal, asked, keysSeen())) {
        found.push(...visible(page).map(granted.shown))
        if (found.length >= asked.limit) break
      }
      return found.slice(0, asked.limit)
    },
    delivery(id) {
      const found = journal.delivery(id)
      return found && visible([found.delivery]).length > 0 ? granted.shownWhole(found) : undefined
    },
    integrations: () => journal.integrations(),
    /** Not available under a grant, since a hidden message must not have a GUID here either. */
    guidAt: () => undefined,
    trace(guid) {
      const found = journal.trace(guid)
      return found && granted.shownTrace(found)
    },
    trafficSince(fromMs) {
      if (!seesAllRows) return noHistory
      const traffic = journal.trafficSince(fromMs)
      return grant.fields.handles ? traffic : { ...traffic, conversations: [] }
    },
  }
}
