/** Reports whether saved settings need a restart, and whether the page can restart the web process. */
import { useQuery } from '@tanstack/react-query'
import { asking } from '../../../api/ask.ts'

const everyMs = 5_000

export interface AwaitedRestart {
  isAwaited: boolean
  isFor(place: string): boolean
  canRestart: boolean
}

export function useAwaitedRestart(): AwaitedRestart {
  const { data } = useQuery({ ...asking('health_report'), refetchInterval: everyMs })
  const rowOf = (name: string) => data?.rows.find((row) => row.name === name)
  const row = rowOf('restart')
  const isAwaited = row?.state === 'warning'
  return {
    isAwaited,
    isFor: (place) => isAwaited && (row.message?.includes(place) ?? false),
    canRestart: rowOf('agent_web')?.state === 'ok',
  }
}
