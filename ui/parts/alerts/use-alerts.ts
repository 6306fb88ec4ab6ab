/** Follows the alerts: asks when the stream tells of one, and now and then, since nothing is told while it is broken. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Alert } from '../../../src/contract/alert.ts'
import { asking } from '../../api/ask.ts'
import { onEvent } from '../../live/events.ts'

const everyMs = 30_000

/** `isSilent`: the service does not answer, so it is not asked. */
export function useAlerts(isSilent: boolean): readonly Alert[] {
  const queries = useQueryClient()
  useEffect(
    () =>
      onEvent(({ type }) => {
        if (type === 'alert_raised' || type === 'alert_cleared')
          void queries.invalidateQueries({ queryKey: ['list_alerts'] })
      }),
    [queries],
  )
  const { data } = useQuery({ ...asking('list_alerts'), staleTime: 0, refetchInterval: !isSilent && everyMs })
  return data?.alerts ?? none
}

const none: readonly Alert[] = []
