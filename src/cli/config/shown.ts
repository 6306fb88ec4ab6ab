/** Formats the settings for the terminal; secrets, the password and keys are reduced to whether they are set. */
import { type PluginSchemas, settingsView } from '../../actions/settings-view.ts'
import { isObject } from '../../base/json-object.ts'
import { Config } from '../../contract/config.ts'
import { isHiddenSecret } from '../../domain/plugin-settings.ts'
import type { Schema } from '../../domain/settings/schema.ts'
import type { Setting } from '../../domain/settings/setting.ts'
import { plain } from '../plugins/format-plugins.ts'

export function shownConfig(config: Config, schemas: PluginSchemas): Record<string, unknown> {
  const { password_hash, api_keys } = config.auth
  const auth = { password_hash: { set: password_hash !== null }, api_keys: { set: api_keys.length > 0 } }
  return { ...settingsView(config, schemas), auth }
}

/** Returns the default where nothing is set, and null where there is no default. */
export function shownAt(shown: unknown, { keys, schema }: Pick<Setting, 'keys' | 'schema'>): unknown {
  const value = keys.reduce<unknown>(
    (above, key) => (isObject(above) && Object.hasOwn(above, key) ? above[key] : undefined),
    shown,
  )
  return value ?? schema.default ?? null
}

/** Formats a text as it is, and everything else as JSON. */
export const valueText = (value: unknown): string => {
  if (isHiddenSecret(value)) return value.set ? 'set' : 'not set'
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** Returns a line for each setting; values that differ from the default are marked. */
export function shownLines(shown: Record<string, unknown>): string[] {
  const rows = rowsOf(shown, Config as Schema, [])
  const width = Math.max(0, ...rows.map(({ path }) => path.length))
  return rows.map(({ path, value, isDefault }) =>
    `${isDefault ? ' ' : '*'} ${path.padEnd(width)}  ${inOneLine(path, value)}`.trimEnd(),
  )
}

interface Row {
  path: string
  value: unknown
  isDefault: boolean
}

function rowsOf(value: unknown, schema: Schema | undefined, above: readonly string[]): Row[] {
  if (isObject(value) && !isHiddenSecret(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([key, inner]) => rowsOf(inner, schema?.properties?.[key], [...above, key]))
  const isDefault = isHiddenSecret(value) ? !value.set : JSON.stringify(value) === JSON.stringify(schema?.default)
  return [{ path: above.join('.'), value, isDefault }]
}

export function inOneLine(path: string, value: unknown): string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'none'
  if (isObject(value) && Object.keys(value).length === 0) return 'none'
  if (!Array.isArray(value))
    return plain(isObject(value) && !isHiddenSecret(value) ? JSON.stringify(value) : valueText(value))
  if (value.every((each) => typeof each !== 'object')) return plain(value.join(', '))
  return `${value.length} of them: service config get ${path}`
}
