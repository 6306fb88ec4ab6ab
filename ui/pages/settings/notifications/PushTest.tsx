/** Sends a test notification the way real ones come: through the browser's push service. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../api/client.ts'
import { t } from '../../../catalogue/texts.ts'
import { Button } from '../../../kit/Button.tsx'
import { complain } from '../../../kit/complain.ts'
import { usePush } from '../../../notifications/push-state.ts'
import { notify } from '../../../state/toasts.ts'

export function PushTest() {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const test = async () => {
    const { id } = usePush.getState()
    if (id === undefined) return
    const { trouble } = await client.test_push_subscription({ id })
    if (trouble === null) notify(t('notifications.test_sent'))
    else notify(t(`notifications.trouble_${trouble}`), { kind: 'problem' })
    await queries.invalidateQueries({ queryKey: ['list_push_subscriptions'] })
  }
  const press = () => {
    setBusy(true)
    void test()
      .catch(complain)
      .finally(() => setBusy(false))
  }
  return (
    <Button onClick={press} disabled={isBusy}>
      {t('notifications.test')}
    </Button>
  )
}
