/** Reads and changes the settings; a changed value appears everywhere at once. */
import { useQueryClient } from '@tanstack/react-query'
import type { Settings } from '../../src/contract/settings.ts'
import { asking } from './ask.ts'
import { client } from './client.ts'

export function useSettingsResource() {
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
