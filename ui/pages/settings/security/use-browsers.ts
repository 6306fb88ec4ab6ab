/** Queries the browser sessions and ends them. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Session } from '../../../../src/contract/key.ts'
import { asking } from '../../../api/ask.ts'
import { client } from '../../../api/client.ts'
import { t } from '../../../catalogue/texts.ts'
import { complain } from '../../../kit/complain.ts'
import { notify } from '../../../state/toasts.ts'

export function useBrowsers() {
  const queries = useQueryClient()
  const { data: sessions, error, refetch } = useQuery({ ...asking('list_sessions'), staleTime: 0 })
  return {
    ...{ sessions, error, retry: () => void refetch() },
    /** A session that has already ended counts as signed out. */
    async end(ended: readonly Session[]): Promise<void> {
      const results = await Promise.allSettled(ended.map(({ id }) => client.end_session({ id })))
      const failure = results.find(({ status }) => status === 'rejected')
      if (failure?.status === 'rejected') complain(failure.reason)
      else notify(t('security.browsers_ended', { count: ended.length }))
      await queries.invalidateQueries({ queryKey: ['list_sessions'] })
    },
  }
}
