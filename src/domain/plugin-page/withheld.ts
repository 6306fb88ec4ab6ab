/**
 * Decides whether a transform of the bridge applies to a plugin: messages that are filtered or encrypted on the way to
 * it are not shown to it on the page either.
 */
import type { Config } from '../../contract/config.ts'
import { isSwitchedOn } from '../plugin-switch.ts'

/** Core plugins that change no message; any other may change one. */
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
