/** Implements POST /api/ui/plugins/{name}/failures. */
import type { Action } from '../action.ts'
import { pagedPlugin } from './paged-plugin.ts'

export const pluginFailed: Action<'plugin_failed'> = ({ name, slot, kind, detail }, doors) => {
  const plugin = pagedPlugin(name, doors)
  doors.pluginPages.limits.take(plugin.name, 'log')
  const what = detail === undefined ? '' : `: ${detail}`
  doors.log.as(plugin.name).error(`on the page, in ${slot}: ${kind.replaceAll('_', ' ')}${what}`)
  return undefined
}
