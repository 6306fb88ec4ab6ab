/** Implements POST /api/ui/plugins/{name}/failures. */
import type { Action } from '../action.ts'
import { pagedPlugin } from './paged-plugin.ts'

export const pluginFailed: Action<'plugin_failed'> = ({ name, slot, kind, detail }, services) => {
  const plugin = pagedPlugin(name, services)
  services.pluginPages.limits.take(plugin.name, 'log')
  const what = detail === undefined ? '' : `: ${detail}`
  services.log.as(plugin.name).error(`on the page, in ${slot}: ${kind.replaceAll('_', ' ')}${what}`)
  return undefined
}
