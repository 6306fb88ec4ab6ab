/** The page of deliveries: a list that the address filters, and a drawer for one of them. */
import { Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { t } from '../../../catalogue/texts.ts'
import { lazyPart } from '../../../kit/lazy-part.ts'
import { PageFrame } from '../../../kit/PageFrame.tsx'
import { DeliveryBar } from './DeliveryBar.tsx'
import { DeliveryList, focusRow } from './DeliveryList.tsx'
import { addressOf, type DeliveryFilter, filterIn } from './filter.ts'
import { useDeliveries } from './use-deliveries.ts'

const DeliveryDrawer = lazyPart(() => import('../../../parts/deliveries/DeliveryDrawer.tsx'))

export default function DeliveriesPage() {
  const search = useSearch()
  const [, navigate] = useLocation()
  const filter = useMemo(() => filterIn(search), [search])
  const open = new URLSearchParams(search).get('delivery') ?? undefined
  const shown = useDeliveries(search)
  useFocusAfter(open)
  const at = open === undefined ? -1 : shown.rows.findIndex(({ id }) => id === open)
  const show = (id: string) => navigate(addressOf(filter, id), { replace: true, state: history.state })
  const change = useCallback(
    (changes: Partial<DeliveryFilter>) => navigate(addressOf({ ...filter, ...changes }), { replace: true }),
    [navigate, filter],
  )
  const close = () => {
    // The step back leads to the list as it was; where the address was opened directly there is none.
    if ((history.state as { fromList?: boolean } | null)?.fromList === true) history.back()
    else navigate(addressOf(filter), { replace: true })
  }
  return (
    <PageFrame title={t('shell.deliveries')} lead={t('deliveries.lead')} width="full">
      <DeliveryBar filter={filter} onChange={change} />
      <DeliveryList
        shown={shown}
        filter={filter}
        open={open}
        onClear={() => navigate(addressOf({}), { replace: true })}
      />
      <Suspense>
        {open !== undefined && (
          <DeliveryDrawer
            id={open}
            onClose={close}
            onShow={show}
            newer={shown.rows[at - 1]?.id}
            older={at < 0 ? undefined : shown.rows[at + 1]?.id}
          />
        )}
      </Suspense>
    </PageFrame>
  )
}

/** After the drawer has been closed, the focus is on the row of the delivery that it showed last. */
function useFocusAfter(open: string | undefined): void {
  const last = useRef(open)
  useEffect(() => {
    if (open === undefined && last.current !== undefined) focusRow(last.current)
    last.current = open
  }, [open])
}
