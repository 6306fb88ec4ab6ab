/** Sorts plugins for the list: destinations in use, those that could be used, and what works on messages between. */
import type { PluginRecord } from '../../../src/contract/plugin.ts'
import { receives } from './plugin-state.ts'

export const shelfNames = ['destinations', 'available', 'filters', 'unusable'] as const
export type ShelfName = (typeof shelfNames)[number]

type Sorted = Pick<PluginRecord, 'tier' | 'enabled' | 'display_name'>

function shelfOf(plugin: Sorted): ShelfName {
  if (plugin.tier === null) return 'unusable'
  if (!receives(plugin)) return 'filters'
  return plugin.enabled ? 'destinations' : 'available'
}

export function shelvesOf<P extends Sorted>(all: readonly P[]): Readonly<Record<ShelfName, readonly P[]>> {
  const byName = all.toSorted((one, other) => one.display_name.localeCompare(other.display_name))
  const on = (name: ShelfName) => byName.filter((plugin) => shelfOf(plugin) === name)
  return {
    destinations: on('destinations'),
    available: on('available'),
    filters: on('filters'),
    unusable: on('unusable'),
  }
}
