/** Reads what the configuration decides about a plugin: whether it is enabled, what is its own, what is kept from it. */
import type { Config } from '../contract/config.ts'

/** Plugins that the first start of the bridge enables, since a user who writes a rule wants it to fire. */
export const enabledByFirstStart: readonly string[] = ['rules']

export const isSwitchedOn = (integrations: Config['integrations'], name: string): boolean =>
  Object.hasOwn(integrations, name) && integrations[name]?.enabled === true

/** Core plugins that change no message; any other may change one. */
const harmless: readonly string[] = ['rules', 'stats']

/**
 * Decides whether a transform of the bridge applies to a plugin: messages that are filtered or encrypted on the way to
 * it are not shown to it on the page either.
 */
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

type Configured = Readonly<Record<string, unknown>>

/** Extracts a plugin's own settings: its part of the configuration without the keys that belong to us. */
export function ownSettings({ enabled: _, ...own }: Configured): Record<string, unknown> {
  return own
}
