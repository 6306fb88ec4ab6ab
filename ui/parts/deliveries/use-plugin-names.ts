/** Names plugins as people know them. */
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { askingPlugins } from '../../api/plugins.ts'

/** Returns a function that falls back to the key of a plugin that is no longer there. */
export function usePluginNames(): (name: string) => string {
  const { data } = useQuery(askingPlugins())
  return useCallback((name) => data?.find((one) => one.name === name)?.display_name ?? name, [data])
}
