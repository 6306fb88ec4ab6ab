/** Finds a setting by its dotted path: ours, and those of plugins below `integrations`. */
import { Config } from '../../contract/config.ts'
import { ServiceError } from '../service-error.ts'
import { nearest } from './nearest.ts'
import { choicesOf, isOfType, type Schema, waysOf } from './schema.ts'

export interface Setting {
  path: string
  keys: readonly string[]
  schema: Schema
  /** The process that has to restart before the setting takes effect. */
  restart: string | null
}

/** The schemas of plugins' settings by the plugin's name. */
export type PluginSchemas = ReadonlyMap<string, Schema>

/** Throws `invalid_request` and `plugin_not_found`, with the nearest known name. */
export function settingAt(path: string, plugins: PluginSchemas): Setting {
  const keys = path.split('.')
  let schema: Schema | undefined = configSchema(plugins)
  for (const [index, key] of keys.entries()) {
    const isPlugin = index === 1 && keys[0] === 'integrations'
    if (isPlugin && !plugins.has(key)) throw noPlugin(key, plugins)
    schema = schemaBelow(schema, key)
    if (schema === undefined) throw noSetting(path, plugins)
  }
  return { path, keys, schema, restart: schema['x-restart'] ?? restartIn(schema) ?? null }
}

/** Returns every setting, sections as well as single ones. */
export const allSettings = (plugins: PluginSchemas): Pick<Setting, 'path' | 'schema'>[] =>
  settingsIn(configSchema(plugins), [])

const settingPaths = (plugins: PluginSchemas): string[] => allSettings(plugins).map(({ path }) => path)

/** Includes the settings of disabled plugins. */
function configSchema(plugins: PluginSchemas): Schema {
  const { integrations, ...own } = (Config as Schema).properties ?? {}
  const named = [...plugins].map(([name, schema]) => [name, withSwitch(schema)] as const)
  return { ...Config, properties: { ...own, integrations: { ...integrations, properties: Object.fromEntries(named) } } }
}

const pluginSwitch: Schema = Object.values(Config.properties.integrations.patternProperties)[0] ?? {}

const withSwitch = ({ properties, ...schema }: Schema): Schema => ({
  ...schema,
  type: 'object',
  properties: { ...pluginSwitch.properties, ...properties },
})

/** Returns the schema of a member of an object; undefined where the schema allows no member of that name. */
export function schemaBelow(schema: Schema, key: string): Schema | undefined {
  const { properties, additionalProperties } = schema
  const declared = declaredBelow(schema, key)
  if (declared !== undefined) return declared
  if (typeof additionalProperties === 'object') return additionalProperties
  const isOpen = additionalProperties === true || (properties === undefined && waysOf(schema).some(mayHoldAnything))
  return isOpen && additionalProperties !== false && key !== '' ? {} : undefined
}

/** Finds a member by name or pattern, in the schema itself or in its subschemas. */
function declaredBelow(schema: Schema, key: string): Schema | undefined {
  const { properties = {}, patternProperties = {}, allOf = [], anyOf = [], oneOf = [] } = schema
  if (Object.hasOwn(properties, key)) return properties[key]
  const pattern = Object.keys(patternProperties).find((each) => isLike(key, each))
  if (pattern !== undefined) return patternProperties[pattern]
  const parts = [...allOf, ...anyOf, ...oneOf, schema.then, schema.else].filter((part) => part !== undefined)
  for (const part of parts) {
    const declared = declaredBelow(part, key)
    if (declared !== undefined) return declared
  }
  return undefined
}

/** A pattern that a plugin wrote may be invalid. */
function isLike(key: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(key)
  } catch {
    return false
  }
}

/** A schema that does not describe its content allows everything. */
const mayHoldAnything = (way: Schema): boolean =>
  choicesOf(way) === undefined && (way.type === undefined || isOfType(way, 'object'))

const restartIn = ({ properties = {} }: Schema): string | undefined =>
  Object.values(properties).find((each) => each['x-restart'] !== undefined)?.['x-restart']

const settingsIn = ({ properties = {} }: Schema, above: readonly string[]): Pick<Setting, 'path' | 'schema'>[] =>
  Object.entries(properties).flatMap(([key, schema]) => {
    const keys = [...above, key]
    return [{ path: keys.join('.'), schema }, ...settingsIn(schema, keys)]
  })

function noSetting(path: string, plugins: PluginSchemas): ServiceError {
  const near = nearest(path, settingPaths(plugins))
  return new ServiceError('invalid_request', `There is no setting "${path}".`, {
    ...(near === undefined ? { listed_by: 'service config show' } : { nearest: near }),
  })
}

function noPlugin(name: string, plugins: PluginSchemas): ServiceError {
  const near = nearest(name, [...plugins.keys()])
  return new ServiceError(
    'plugin_not_found',
    `There is no plugin "${name}".`,
    near === undefined ? {} : { nearest: near },
  )
}
