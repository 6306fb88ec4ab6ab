/** Queries the plugins and switches them. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import { client } from '../../api/client.ts'
import { askingPlugins } from '../../api/plugins.ts'
import { propertiesOf, requiredIn, textIn } from '../../forms/schema.ts'
import { complain } from '../../kit/complain.ts'
import { onEvent } from '../../live/events.ts'

const [soonMs, laterMs] = [1_500, 10_000]

/** The bridge follows a switch within two seconds; until then the list is polled more often. */
export function usePlugins() {
  useFreshFigures()
  return useQuery({
    ...askingPlugins(),
    refetchInterval: ({ state: { data = [] } }) => (data.some(isOnItsWay) ? soonMs : laterMs),
  })
}

/** Deliveries that arrive within this time cause one request together. */
const gatherMs = 700

/** A delivery changes what its plugin's record says about queue and outcome. */
function useFreshFigures(): void {
  const queries = useQueryClient()
  useEffect(() => {
    let gathering: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      gathering = undefined
      void queries.invalidateQueries({ queryKey: ['list_plugins'] })
    }
    const end = onEvent(({ type }) => {
      if (type === 'delivery_updated' || type === 'deliveries_changed') gathering ??= setTimeout(refresh, gatherMs)
    })
    return () => {
      clearTimeout(gathering)
      end()
    }
  }, [queries])
}

const isOnItsWay = ({ status }: PluginRecord): boolean => status === 'starting' || status === 'waiting'

export function useSwitch() {
  const queries = useQueryClient()
  return async (name: string, isOn: boolean) => {
    try {
      await (isOn ? client.enable_plugin({ name }) : client.disable_plugin({ name }))
    } catch (error) {
      complain(error)
    }
    await queries.invalidateQueries({ queryKey: ['list_plugins'] })
    void queries.invalidateQueries({ queryKey: ['get_settings'] })
    void queries.invalidateQueries({ queryKey: ['plugin_slots'] })
  }
}

export interface MissingSetting {
  name: string
  title: string
}

/** Returns the required settings that are missing and without which the plugin could not start. */
export const missingIn = ({ settings_schema: schema }: PluginRecord, own: Readonly<Record<string, unknown>>) =>
  requiredIn(schema).flatMap((name): MissingSetting[] => {
    const property = propertiesOf(schema)[name] ?? {}
    const isGiven = (own[name] ?? '') !== '' || property.default !== undefined
    return isGiven ? [] : [{ name, title: textIn(property, 'title') ?? name }]
  })
