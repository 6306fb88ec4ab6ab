/** Whether a plugin is switched on. */
import type { Config } from '../contract/config.ts'

/** Whoever writes a rule wants it to fire: rules are there unless they are switched off. */
const onByItself: readonly string[] = ['rules']

export const isSwitchedOn = (integrations: Config['integrations'], name: string): boolean =>
  Object.hasOwn(integrations, name) ? integrations[name]?.enabled === true : onByItself.includes(name)
