/**
 * Decides which of its own settings a plugin may change from the page. Hosts that the user types open the network to
 * the plugin, so settings that could name a host or a port are excluded, and so are secrets.
 */

import { type Schema, Validator } from '@cfworker/json-schema'
import { isObject } from '../base/json-object.ts'
import { isSecretSetting } from './plugin-settings.ts'

type Values = Readonly<Record<string, unknown>>

/** Returns the first problem in a sentence; undefined when all changes are allowed. */
export function settingsProblem(change: Values, settingsSchema: Values): string | undefined {
  const { properties } = settingsSchema
  for (const [key, value] of Object.entries(change)) {
    const property = isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined
    if (!isObject(property) || !isChangeable(key, property)) return `${key} is for the user alone to change`
    if (value !== null && !fits(property, value)) return `${key} does not fit its schema`
  }
  return undefined
}

const plain: readonly unknown[] = ['string', 'number', 'integer', 'boolean']
const place = /(host|hostname|server|address|port|url|uri)$/i

const isChangeable = (key: string, property: Values): boolean =>
  plain.includes(property.type) && property.format === undefined && !isSecretSetting(property, key) && !place.test(key)

function fits(property: Values, value: unknown): boolean {
  try {
    return new Validator(property as Schema, '2020-12').validate(value).valid
  } catch {
    return false
  }
}
