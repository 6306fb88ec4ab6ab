/** Reads one delivery with every attempt, keeps it up to date while it is shown, and offers the actions on it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { DeliveryDetails } from '../../../src/contract/delivery.ts'
import { asking } from '../../api/ask.ts'
import { client } from '../../api/client.ts'
import { t } from '../../catalogue/texts.ts'
import { complain } from '../../kit/complain.ts'
import { onEvent } from '../../live/events.ts'
import { notify } from '../../state/toasts.ts'

export function useDelivery(id: string) {
  const queries = useQueryClient()
  const { queryKey } = asking('get_delivery', { id })
  const key = JSON.stringify(queryKey)
  useEffect(
    () =>
      onEvent((event) => {
        const isOfIt = event.type === 'delivery_updated' && event.delivery.id === id
        if (isOfIt || event.type === 'deliveries_changed')
          void queries.invalidateQueries({ queryKey: JSON.parse(key) as string[] })
      }),
    [queries, key, id],
  )
  return useQuery({ ...asking('get_delivery', { id }), staleTime: 0 })
}

/** Each resolves once the service has answered; a failure is shown. */
export function useDeliveryChanges({ id }: Pick<DeliveryDetails, 'id'>) {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const change = (run: () => Promise<DeliveryDetails>, done: string) => async () => {
    setBusy(true)
    try {
      const changed = await run()
      queries.setQueryData(asking('get_delivery', { id: changed.id }).queryKey, changed)
      notify(done)
      return changed
    } catch (error) {
      complain(error)
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return {
    isBusy,
    retry: change(() => client.retry_delivery({ id }), t('deliveries.retried')),
    skip: change(() => client.skip_delivery({ id }), t('deliveries.skipped')),
    sendAgain: change(() => client.send_delivery_again({ id }), t('deliveries.sent_again')),
  }
}
