/** Marks the messages of a conversation whose delivery failed or is retried; a mark leads to the delivery. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import type { Delivery } from '../../../src/contract/delivery.ts'
import type { Message } from '../../../src/contract/message.ts'
import { answers } from '../../api/answers.ts'
import { client } from '../../api/client.ts'
import { locale, t } from '../../catalogue/texts.ts'
import { onEvent } from '../../live/events.ts'
import { viewedKey } from '../../routes.ts'
import { useOpenAction } from '../message-menu/open-action.ts'
import styles from './Deliveries.module.css'
import { StateIcon } from './StateIcon.tsx'
import { type Troubles, troublesOf, withDelivery } from './troubles.ts'
import { usePluginNames } from './use-plugin-names.ts'

/** The most marks; of more, only the newest are marked. */
const most = 500

/**
 * The failures of all conversations, which are fetched once and kept up to date by events, so that opening a
 * conversation needs no request.
 */
const troubles = queryOptions({
  queryKey: ['list_deliveries', 'troubles'] as const,
  queryFn: async (): Promise<Troubles> => {
    const pages = await Promise.all(
      (['failed', 'retrying'] as const).map((state) => client.list_deliveries({ state, limit: most })),
    )
    return troublesOf(pages.flatMap(({ deliveries }) => deliveries))
  },
})

const useTroubles = create<{ troubles: Troubles }>(() => ({ troubles: new Map() }))

export function FollowTroubles() {
  const queries = useQueryClient()
  const { data } = useQuery({ ...troubles, enabled: viewedKey === undefined && answers('list_deliveries') })
  useEffect(() => {
    if (data !== undefined) useTroubles.setState({ troubles: data })
  }, [data])
  useEffect(
    () =>
      onEvent((event) => {
        if (event.type === 'delivery_updated')
          queries.setQueryData(troubles.queryKey, (known) => known && withDelivery(known, event.delivery))
      }),
    [queries],
  )
  return null
}

export function DeliveryMark({ message }: { message: Message }) {
  const deliveries = useTroubles((all) => all.troubles.get(message.rowid))
  return deliveries === undefined ? null : <Mark message={message} deliveries={deliveries} />
}

function Mark({ message, deliveries }: { message: Message; deliveries: readonly Delivery[] }) {
  const act = useOpenAction()
  const nameOf = usePluginNames()
  const failed = deliveries.filter(({ state }) => state === 'failed')
  const [state, shown] = failed.length > 0 ? (['failed', failed] as const) : (['retrying', deliveries] as const)
  const plugin = new Intl.ListFormat(locale(), { type: 'conjunction' }).format(shown.map((one) => nameOf(one.plugin)))
  const [only] = deliveries
  const open = () =>
    act(only !== undefined && deliveries.length === 1 ? { what: 'delivery', id: only.id } : { what: 'why', message })
  return (
    <button type="button" className={styles.mark} aria-haspopup="dialog" onClick={open}>
      <StateIcon state={state} size={14} />
      {t(`deliveries.mark_${state}`, { plugin })}
    </button>
  )
}
