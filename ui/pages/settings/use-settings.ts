/** The settings of the service and their schema, as fresh as it takes to notice that somebody else changes them. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Settings } from '../../../src/contract/settings.ts'
import { asking } from '../../api/ask.ts'
import { client } from '../../api/client.ts'
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

/** Asking and changing: whatever is answered is shown everywhere. */
export function useSettingsDoor() {
  const queries = useQueryClient()
  const { queryKey } = asking('get_settings')
  return {
    fresh: () => queries.fetchQuery({ ...asking('get_settings'), staleTime: 0 }),
    async change(patch: Readonly<Record<string, unknown>>): Promise<Settings> {
      const answer = await client.change_settings(patch)
      queries.setQueryData(queryKey, answer)
      for (const name of ['page_session', 'health_report', 'list_plugins'])
        void queries.invalidateQueries({ queryKey: [name] })
      return answer
    },
  }
}
