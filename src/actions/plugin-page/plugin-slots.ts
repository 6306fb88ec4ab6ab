/** Implements GET /api/ui/slots. */
import type { Action } from '../action.ts'
import { pagedPlugins } from './paged-plugin.ts'

/** A plugin whose files cannot be read is left out. */
export const pluginSlots: Action<'plugin_slots'> = (_input, services) =>
  pagedPlugins(services).flatMap(({ name: plugin, title, tier, page, folder, module: entry }) => {
    const files = services.pluginPages.files(folder)
    if (files?.file(entry) === undefined) return []
    const { version } = files
    const { permissions, slots, min_height: heights } = page
    return slots.map((slot) => {
      return { plugin, slot, entry, title, tier, version, permissions, min_height: heights[slot] ?? 0 }
    })
  })
