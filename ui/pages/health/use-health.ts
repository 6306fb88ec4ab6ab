/** Polls the health report while the page is open, and loads the sentences for its findings. */
import { useQuery } from '@tanstack/react-query'
import { asking } from '../../api/ask.ts'
import { findingWords } from '../../catalogue/finding-words.ts'

const everyMs = 5_000

export function useHealth() {
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...asking('health_report'),
    staleTime: 0,
    refetchInterval: everyMs,
  })
  const { data: say } = useQuery({
    ...{ queryKey: ['finding_words'], queryFn: () => findingWords(), staleTime: Number.POSITIVE_INFINITY },
  })
  const shown = data === undefined || say === undefined ? undefined : { report: data, say, seenMs: dataUpdatedAt }
  return { shown, error: data === undefined ? error : null, again: () => void refetch() }
}
