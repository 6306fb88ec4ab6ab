/** Stands in for the statistics while counting is off, with a button that turns it on. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { complain } from '../../kit/complain.ts'
import { EmptyState } from '../../kit/States.tsx'

/** A plugin does the counting; it can be switched off again on the plugins page. */
const plugin = 'stats'

export function EnableStatistics() {
  const queries = useQueryClient()
  const enable = useMutation({
    mutationFn: () => client.change_settings({ integrations: { [plugin]: { enabled: true } } }),
    onSuccess: () => queries.invalidateQueries(),
    onError: complain,
  })
  return (
    <EmptyState
      title={t('statistics.off')}
      hint={t('statistics.off_hint')}
      action={
        <Button kind="primary" disabled={enable.isPending} onClick={() => enable.mutate()}>
          {t('statistics.enable')}
        </Button>
      }
    />
  )
}
