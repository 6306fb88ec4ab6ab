/** Reads what the configuration decides about a plugin: whether it is enabled, what is its own, what is kept from it. */
import type { Config } from '../contract/config.ts'

/**
 * Plugins that the bridge writes into config.json as enabled when it starts and the file does not mention them: a user who
 * writes a rule wants it to fire, and statistics show nobody but the owner what the Mac knows anyway.
 */
export const enabledByFirstStart: readonly string[] = ['rules', 'stats']

/** Plugins that are enabled also before the bridge has ever started, and until somebody disables them. */
const enabledUnlessDisabled: readonly string[] = ['stats']

export const isSwitchedOn = (integrations: Config['integrations'], name: string): boolean =>
  Object.hasOwn(integrations, name) ? integrations[name]?.enabled === true : enabledUnlessDisabled.includes(name)

/** Core plugins that change no message; any other may change one. */
const harmless: readonly string[] = ['rules', 'stats']

/** Whether anything waits for what the relay does: a plugin that is on, or a rule. */
export const needsRelay = ({ integrations, rules }: Pick<Config, 'integrations' | 'rules'>): boolean =>
  Object.keys(integrations).some((name) => !harmless.includes(name) && isSwitchedOn(integrations, name)) ||
  (isSwitchedOn(integrations, 'rules') && rules.some(({ enabled }) => enabled))

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
export function ownSettings({ enabled: _, only_lines: __, ...own }: Configured): Record<string, unknown> {
  return own
}

/** Whether a plugin of a hub gets the messages of a line, by its number: of all of them where its settings name none. */
export function takesLine(integrations: Config['integrations'], name: string, line: number | undefined): boolean {
  const { only_lines: lines = [] } = integrations[name] ?? {}
  return lines.length === 0 || (line !== undefined && lines.includes(line))
}
