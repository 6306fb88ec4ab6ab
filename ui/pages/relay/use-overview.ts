/** Queries what the overview shows, and follows the deliveries as they happen. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Delivery, DeliveryPage } from '../../../src/contract/delivery.ts'
import { asking } from '../../api/ask.ts'
import { onEvent } from '../../live/events.ts'
import { chosenDeliveries, shownDeliveries, shownFailures, withDelivery } from './newest-deliveries.ts'

/** Changes without an event, such as those of settings, show after this time. */
const everyMs = 10_000
/** A burst of deliveries counts anew once. */
const gatherMs = 400

/** An answer that was requested ahead of the page is used for this long. */
const newForMs = 1_000

const live = { staleTime: newForMs, refetchInterval: everyMs }
const newestOf = () => asking('list_deliveries', { limit: shownDeliveries })
const failing = ['retrying', 'failed'] as const
const failuresOf = (state: (typeof failing)[number]) => asking('list_deliveries', { state, limit: shownFailures })

export const useOverview = () => useQuery({ ...asking('overview'), ...live })

/** `deliveries` is undefined until the newest are known. */
export function useNewestDeliveries() {
  const newest = useQuery({ ...newestOf(), ...live })
  const retrying = useQuery({ ...failuresOf('retrying'), ...live })
  const failed = useQuery({ ...failuresOf('failed'), ...live })
  return {
    deliveries:
      newest.data &&
      chosenDeliveries(retrying.data?.deliveries ?? [], failed.data?.deliveries ?? [], newest.data.deliveries),
    error: newest.data === undefined ? newest.error : null,
    retry: () => void newest.refetch(),
  }
}

/** A delivery that changed is shown at once; what is counted of it follows. */
export function useFollowRelay(): void {
  const queries = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = (...names: string[]) => {
      for (const name of names) void queries.invalidateQueries({ queryKey: [name] })
    }
    const show = (delivery: Delivery) => {
      const put = (state?: Delivery['state']) => (page: DeliveryPage | undefined) =>
        page && withDelivery(page, delivery, state)
      queries.setQueryData(newestOf().queryKey, put())
      for (const state of failing) queries.setQueryData(failuresOf(state).queryKey, put(state))
    }
    const end = onEvent((event) => {
      if (event.type === 'delivery_updated') show(event.delivery)
      if (event.type === 'deliveries_changed') refresh('list_deliveries')
      timer ??= setTimeout(() => {
        timer = undefined
        refresh('overview')
      }, gatherMs)
    })
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [queries])
}
