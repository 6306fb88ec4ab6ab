/**
 * What the relay recorded of messages that exist under a grant. Receivers may quote what they were sent, so why a delivery
 * failed is told only where nothing is hidden. How much is relayed in all is told where all messages are seen.
 */
import type { Grant } from '../../contract/grant.ts'
import { hidesContent } from '../../domain/grant/hide-content.ts'
import { sinceMs } from '../../domain/grant/since.ts'
import type { ViewedHistory } from '../../mac/history/history.ts'
import type { DeliveryQuery, ListedDelivery } from '../../store/journal/delivery-list.ts'
import { noHistory } from '../../store/journal/traffic-history.ts'
import type { JournalService, Services } from '../services.ts'

/** Stands in the place of what a receiver said. */
const reasonHidden = 'It failed. The reason is shown to keys from which nothing is hidden.'

/** Deliveries that are read at once to fill a page. */
const stride = 500

export function narrowedJournal(
  { journal, nowMs }: Pick<Services, 'journal' | 'nowMs'>,
  grant: Grant,
  view: Pick<ViewedHistory, 'placed' | 'keys'>,
): Partial<JournalService> {
  const hidesReasons = hidesContent(grant) || !grant.fields.handles
  const reason = <T extends string | null>(told: T): T => (told !== null && hidesReasons ? (reasonHidden as T) : told)
  const shown = <D extends { lastError: string | null }>(delivery: D): D => ({
    ...delivery,
    lastError: reason(delivery.lastError),
  })
  const beginningMs = sinceMs(grant.since, nowMs())
  const seesAllRows = grant.people === 'all' && beginningMs === null

  function visible(deliveries: readonly ListedDelivery[]): ListedDelivery[] {
    const placed = view.placed(deliveries.flatMap(({ rowid }) => rowid ?? []))
    const guids = new Set<string>(placed.map(({ message }) => message.guid))
    return deliveries.filter(({ guid, isTest }) => !isTest && guids.has(guid)).map(shown)
  }

  /** Of a key that sees few conversations only theirs are read. */
  function within({ conversations, fromMs, ...query }: DeliveryQuery): DeliveryQuery {
    const seen = grant.people !== 'all' && 'only' in grant.people ? [...view.keys()] : undefined
    return {
      ...query,
      conversations: conversations ?? seen,
      fromMs: Math.max(fromMs ?? 0, beginningMs ?? 0) || undefined,
    }
  }

  return {
    deliveries(asked) {
      const query = within(asked)
      const found: ListedDelivery[] = []
      for (let beforeSeq = query.beforeSeq; found.length < asked.limit; ) {
        const page = journal.deliveries({ ...query, beforeSeq, limit: stride })
        found.push(...visible(page))
        beforeSeq = page.at(-1)?.seq
        if (page.length < stride) break
      }
      return found.slice(0, asked.limit)
    },
    delivery(id) {
      const found = journal.delivery(id)
      const [delivery] = found === undefined ? [] : visible([found.delivery])
      if (found === undefined || delivery === undefined) return undefined
      return { ...found, delivery, failed: found.failed.map((one) => ({ ...one, error: reason(one.error) })) }
    },
    integrations: () => journal.integrations(),
    /** What is hidden has no GUID here either. */
    guidAt: () => undefined,
    trace(guid) {
      const found = journal.trace(guid)
      return found && { ...found, deliveries: found.deliveries.map(shown) }
    },
    trafficSince(fromMs) {
      if (!seesAllRows) return noHistory
      const traffic = journal.trafficSince(fromMs)
      return grant.fields.handles ? traffic : { ...traffic, conversations: [] }
    },
  }
}
