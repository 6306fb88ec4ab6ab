/**
 * Narrows the recorded deliveries to those that a grant opens, on a Mac and on a hub. Receivers may quote what they
 * were sent, so why a delivery failed is told only if nothing is hidden.
 */

import type { Grant } from '../../contract/grant.ts'
import type { ConversationKey } from '../../contract/ids.ts'
import { hidesContent } from '../../domain/grant/hide-content.ts'
import { sinceMs } from '../../domain/grant/since.ts'
import type { DeliveryQuery, ListedDelivery } from '../../store/journal/delivery-list.ts'
import type { JournalService } from '../services.ts'

/** Stands in the place of what a receiver said. */
const reasonHidden = 'It failed. The reason is shown to keys from which nothing is hidden.'

/** Deliveries that are read at once to fill a page. */
const atOnce = 500

type FoundDelivery = NonNullable<ReturnType<JournalService['delivery']>>
type FoundTrace = NonNullable<ReturnType<JournalService['trace']>>

export class GrantedDeliveries {
  /** Unix milliseconds; null where deliveries of any time are seen. */
  readonly beginningMs: number | null
  readonly #hidesReasons: boolean

  constructor(grant: Grant, nowMs: number) {
    this.beginningMs = sinceMs(grant.since, nowMs)
    this.#hidesReasons = hidesContent(grant) || !grant.fields.handles
  }

  /**
   * Reads the deliveries of a question page by page, within the time and, where they are few, the conversations of the key. The
   * caller drops those that are hidden, and ends once it has as many as were asked for.
   */
  *pages(
    journal: Pick<JournalService, 'deliveries'>,
    { conversations, fromMs, ...asked }: DeliveryQuery,
    seen: readonly ConversationKey[] | undefined,
  ): Generator<ListedDelivery[]> {
    const query = {
      ...asked,
      conversations: conversations ?? seen,
      fromMs: Math.max(fromMs ?? 0, this.beginningMs ?? 0) || undefined,
    }
    for (let { beforeSeq } = asked; ; ) {
      const page = journal.deliveries({ ...query, beforeSeq, limit: atOnce })
      yield page
      if (page.length < atOnce) return
      beforeSeq = page.at(-1)?.seq
    }
  }

  shown = <D extends { lastError: string | null }>(delivery: D): D => ({
    ...delivery,
    lastError: this.#reason(delivery.lastError),
  })

  shownWhole = ({ delivery, failed, ...found }: FoundDelivery): FoundDelivery => ({
    ...found,
    delivery: this.shown(delivery),
    failed: failed.map((one) => ({ ...one, error: this.#reason(one.error) })),
  })

  shownTrace = (found: FoundTrace): FoundTrace => ({ ...found, deliveries: found.deliveries.map(this.shown) })

  #reason<T extends string | null>(told: T): T {
    return told !== null && this.#hidesReasons ? (reasonHidden as T) : told
  }
}
