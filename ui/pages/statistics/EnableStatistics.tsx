/** What is there instead while nothing is counted. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { t } from '../../catalogue/texts.ts'
import { Button } from '../../kit/Button.tsx'
import { complain } from '../../kit/complain.ts'
import { EmptyState } from '../../kit/States.tsx'

/** Counting is a plugin of its own, which can be switched off again among the others. */
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
