/** Queries the settings and their schema, often enough to notice changes made elsewhere. */
import { useQuery } from '@tanstack/react-query'
import { asking } from '../../api/ask.ts'
import type { Schema } from '../../forms/schema.ts'

const everyMs = 5_000

export function useSettings() {
  const schema = useQuery({ ...asking('settings_schema'), staleTime: Number.POSITIVE_INFINITY })
  const saved = useQuery({ ...asking('get_settings'), refetchInterval: everyMs })
  return {
    schema: schema.data as Schema | undefined,
    saved: saved.data,
    error: schema.error ?? (saved.data === undefined ? saved.error : null),
    retry: () => void Promise.all([schema.refetch(), saved.refetch()]),
  }
}
