/** Lists the plugins that use a slot, in their order. */
import { useQuery } from '@tanstack/react-query'
import type { PluginSlot } from '../../src/contract/plugin-page.ts'
import type { SlotName } from '../../src/contract/plugin-slots.ts'
import { asking } from '../api/ask.ts'
import { arranged } from './arranged.ts'
import { useArrangement } from './arrangement.ts'

/** `?plugins=off` turns plugins off until the page is loaded again. */
const isSafeMode = new URLSearchParams(location.search).get('plugins') === 'off'

const none: readonly PluginSlot[] = []

/** Includes hidden plugins. */
export const useAllSlots = (): readonly PluginSlot[] =>
  useQuery({ ...asking('plugin_slots'), enabled: !isSafeMode }).data ?? none

export function useSlotList(slot: SlotName, plugin?: string): readonly PluginSlot[] {
  const all = useAllSlots()
  const arrangement = useArrangement()
  if (all.length === 0) return none
  const here = all.filter((each) => each.slot === slot && (plugin === undefined || each.plugin === plugin))
  return arranged(here, arrangement)
}
