/** Names plugins as people know them. */
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { asking } from '../../api/ask.ts'

/** Returns a function that falls back to the key of a plugin that is no longer there. */
export function usePluginNames(): (name: string) => string {
  const { data } = useQuery(asking('list_plugins'))
  return useCallback((name) => data?.find((one) => one.name === name)?.display_name ?? name, [data])
}
