/** Loads a list of deliveries page by page as it is scrolled, and keeps it up to date while events arrive. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Delivery, DeliveryPage } from '../../../../src/contract/delivery.ts'
import type { StreamEvent } from '../../../../src/contract/events.ts'
import { type DeliveryRows, withChange, withHeld, withPage } from './delivery-rows.ts'

export interface ListState extends DeliveryRows {
  /** False until the first page has been fetched. */
  isThere: boolean
  isLoading: boolean
  /** Error of the last request; null after a success. */
  error: unknown
}

interface Options {
  ask(page: { limit: number; cursor?: string }): Promise<DeliveryPage>
  fits(delivery: Delivery): boolean
}

export interface OpenDeliveries {
  store: StoreApi<ListState>
  loadMore(): Promise<void>
  /** Reads the loaded rows again. */
  refresh(): Promise<void>
  /** Holds new rows back, or shows them. */
  hold(holds: boolean): void
  onEvent(event: StreamEvent): void
}

const firstSize = 100
const furtherSize = 200
const mostSize = 500
/** Rows further down are loaded again when somebody scrolls there. */
const mostRefreshed = 10_000

export function openDeliveries({ ask, fits }: Options): OpenDeliveries {
  const store = createStore<ListState>(() => ({
    rows: [],
    held: [],
    cursor: null,
    isThere: false,
    isLoading: false,
    error: null,
  }))
  let holds = false
  let running: Promise<void> | undefined
  let isStale = false
  /** Deliveries that changed while a request was under way, whose answer may be older. */
  let meanwhile: Delivery[] = []

  const change = (delivery: Delivery) =>
    store.setState((known) => withChange(known, delivery, { fits: fits(delivery), holds }))

  /** Loads after the previous request has ended. */
  function load(read: () => Promise<DeliveryRows>): Promise<void> {
    running ??= (async () => {
      meanwhile = []
      store.setState({ isLoading: true })
      try {
        store.setState({ ...(await read()), isThere: true, error: null })
        for (const delivery of meanwhile) change(delivery)
      } catch (error) {
        store.setState({ error })
      }
      running = undefined
      store.setState({ isLoading: false })
      if (isStale) await refresh()
    })()
    return running
  }

  async function read(upTo: number): Promise<DeliveryRows> {
    let all: DeliveryRows = { rows: [], held: [], cursor: null }
    do {
      const { cursor } = all
      const limit = Math.max(firstSize, Math.min(mostSize, upTo - all.rows.length))
      all = withPage(all, await ask({ limit, ...(cursor !== null && { cursor }) }))
    } while (all.cursor !== null && all.rows.length < upTo)
    return all
  }

  function refresh(): Promise<void> {
    isStale = running !== undefined
    if (running !== undefined) return running
    return load(() => read(Math.min(mostRefreshed, store.getState().rows.length)))
  }

  return {
    store,
    refresh,
    loadMore() {
      const { isThere, cursor } = store.getState()
      if (!isThere) return load(() => read(firstSize))
      if (cursor === null) return Promise.resolve()
      return load(async () => {
        const page = await ask({ limit: furtherSize, cursor })
        return withPage(store.getState(), page)
      })
    },
    hold(is) {
      holds = is
      if (!is) store.setState(withHeld)
    },
    onEvent(event) {
      if (event.type === 'reset' || event.type === 'deliveries_changed') void refresh()
      if (event.type !== 'delivery_updated') return
      if (running !== undefined) meanwhile.push(event.delivery)
      change(event.delivery)
    },
  }
}
