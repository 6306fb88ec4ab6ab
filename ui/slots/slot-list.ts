/** Which plugins have something in a slot. */
import { useQuery } from '@tanstack/react-query'
import type { PluginSlot } from '../../src/contract/plugin-page.ts'
import type { SlotName } from '../../src/contract/plugin-slots.ts'
import { asking } from '../api/ask.ts'

/** `?plugins=off`, until the page is loaded again. */
const isSafeMode = new URLSearchParams(location.search).get('plugins') === 'off'

const none: readonly PluginSlot[] = []

export function useSlotList(slot: SlotName, plugin?: string): readonly PluginSlot[] {
  const { data = none } = useQuery({ ...asking('plugin_slots'), enabled: !isSafeMode })
  if (data.length === 0) return none
  return data.filter((each) => each.slot === slot && (plugin === undefined || each.plugin === plugin))
}
