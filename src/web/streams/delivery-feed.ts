/**
 * Tells the event streams of deliveries, as they are created and change. More than fifty a second are not told one by
 * one: readers are then told to read their lists anew.
 */
import type { Delivery } from '../../contract/delivery.ts'
import type { PassingEvent } from '../../contract/events.ts'
import type { ListedDelivery } from '../../store/journal/delivery-list.ts'
import { type DeliveryNews, deliveryNews } from '../../store/journal/delivery-news.ts'
import { type Reopened, reopened } from '../../store/journal/reopened.ts'

export interface DeliveryFeedOptions {
  journalFile: string
  /** Returns the deliveries as the API shows them. */
  shown(deliveries: readonly ListedDelivery[]): Delivery[]
  nowMs?: () => number
}

const mostASecond = 50
const secondMs = 1_000
const nothing: DeliveryNews = { deliveries: [], mayBeMore: false }

export class DeliveryFeed {
  readonly #journal: Reopened
  readonly #shown: DeliveryFeedOptions['shown']
  readonly #nowMs: () => number
  readonly #news = deliveryNews(mostASecond)
  #secondBegan = Number.NEGATIVE_INFINITY
  #toldInSecond = 0
  /** Whether something changed that readers do not know of yet. */
  #isOwed = false

  constructor({ journalFile, shown, nowMs = Date.now }: DeliveryFeedOptions) {
    this.#journal = reopened(journalFile)
    this.#shown = shown
    this.#nowMs = nowMs
  }

  /** Begins with what happens from now on. */
  begin(): void {
    this.#take()
    this.#isOwed = false
  }

  /** Returns what readers are to be told now; `isChanged` is whether the journal may have changed. */
  poll(isChanged: boolean): PassingEvent[] {
    const nowMs = this.#nowMs()
    if (Math.abs(nowMs - this.#secondBegan) >= secondMs) {
      this.#secondBegan = nowMs
      this.#toldInSecond = 0
    }
    const { deliveries, mayBeMore } = isChanged ? this.#take() : nothing
    const isFew = !mayBeMore && !this.#isOwed && this.#toldInSecond + deliveries.length <= mostASecond
    if (isFew && deliveries.length === 0) return []
    if (isFew) {
      this.#toldInSecond += deliveries.length
      return this.#shown(deliveries).map((delivery) => ({ type: 'delivery_updated', delivery }))
    }
    this.#isOwed ||= mayBeMore || deliveries.length > 0
    if (!this.#isOwed || this.#toldInSecond > mostASecond) return []
    // Whatever else changes in this second is told with the next one.
    this.#toldInSecond = mostASecond + 1
    this.#isOwed = false
    return [{ type: 'deliveries_changed' }]
  }

  close(): void {
    this.#journal.close()
  }

  #take(): DeliveryNews {
    return this.#journal.read((db) => this.#news(db, this.#nowMs()), nothing)
  }
}
