/** The list of deliveries that the page shows: it follows the events, and is found again as it was left. */
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { client } from '../../../api/client.ts'
import { onEvent } from '../../../live/events.ts'
import { repeatWhileReachable } from '../../../live/retries.ts'
import { addressOf, filterIn, fits, questionOf } from './filter.ts'
import { type OpenDeliveries, openDeliveries } from './open-deliveries.ts'

interface Left {
  address: string
  list: OpenDeliveries
  /** The scroll position, in pixels. */
  top: number
}

/** The list that was shown last. */
let left: Left | undefined

function listAt(address: string): Left {
  if (left?.address === address) return left
  const filter = filterIn(address.split('?')[1] ?? '')
  const list = openDeliveries({
    ask: (page) => client.list_deliveries({ ...questionOf(filter), ...page }),
    fits: (delivery) => fits(filter, delivery),
  })
  return { address, list, top: 0 }
}

export function useDeliveries(search: string) {
  const address = addressOf(filterIn(search))
  const shown = useMemo(() => listAt(address), [address])
  const { list } = shown
  const state = useStore(list.store)
  useEffect(() => {
    left = shown
    // Changes that happened while the list was not shown are unknown.
    void (list.store.getState().isThere ? list.refresh() : list.loadMore())
    return onEvent(list.onEvent)
  }, [shown, list])
  const hasFailed = state.error !== null
  useEffect(() => (hasFailed ? repeatWhileReachable(() => void list.refresh()) : undefined), [hasFailed, list])
  return { ...state, list, left: shown }
}

export type ShownDeliveries = ReturnType<typeof useDeliveries>
