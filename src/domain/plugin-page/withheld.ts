/** Whether a transform of the bridge concerns a plugin: what is filtered or sealed on its way there is not shown to it on the page either. */
import type { Config } from '../../contract/config.ts'
import { isSwitchedOn } from '../plugin-switch.ts'

/** Core plugins that change no message; any other may. */
const harmless: readonly string[] = ['rules', 'stats']

export const isWithheld = (
  plugin: string,
  corePlugins: readonly string[],
  integrations: Config['integrations'],
): boolean =>
  corePlugins.some((name) => {
    if (harmless.includes(name) || !isSwitchedOn(integrations, name)) return false
    const { plugins } = (integrations[name] ?? {}) as { plugins?: unknown }
    return !Array.isArray(plugins) || plugins.length === 0 || plugins.includes(plugin)
  })
