/** Waits until the relay lists a plugin that has just been installed: it looks for new ones every few seconds. */
import { useQueryClient } from '@tanstack/react-query'
import { asking } from '../../api/ask.ts'

const lookEveryMs = 500
const mostLooks = 16

/** Resolves to whether the plugin is listed. */
export function useArrival(): (name: string) => Promise<boolean> {
  const queries = useQueryClient()
  return async (name) => {
    for (let looks = 0; looks < mostLooks; looks++) {
      const plugins = await queries.fetchQuery({ ...asking('list_plugins'), staleTime: 0 })
      if (plugins.some((plugin) => plugin.name === name)) return true
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    }
    return false
  }
}
