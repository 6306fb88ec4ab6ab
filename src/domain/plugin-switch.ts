/** Decides whether a plugin is enabled. */
import type { Config } from '../contract/config.ts'

/** Plugins that the first start of the bridge enables, since a user who writes a rule wants it to fire. */
export const enabledByFirstStart: readonly string[] = ['rules']

export const isSwitchedOn = (integrations: Config['integrations'], name: string): boolean =>
  Object.hasOwn(integrations, name) && integrations[name]?.enabled === true
