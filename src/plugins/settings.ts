/**
 * Reads the settings of one plugin: its part of the configuration, with defaults filled in and checked against its
 * schema.
 */
import { type Schema, Validator } from '@cfworker/json-schema'
import { isObject } from '../base/json-object.ts'
import { ownSettings } from '../domain/plugin-configuration.ts'
import type { SettingsSchema } from '../plugin-api/index.ts'

export type Settings = Readonly<Record<string, unknown>>
export type CheckedSettings = { settings: Settings } | { problem: string }

export function checkedSettings(schema: SettingsSchema, configured: Settings): CheckedSettings {
  const settings = withDefaults(schema, ownSettings(configured))
  const problem = firstProblem(schema, settings)
  return problem === undefined ? { settings } : { problem }
}

function firstProblem(schema: SettingsSchema, settings: Settings): string | undefined {
  try {
    const { valid, errors } = new Validator(schema as Schema, '2020-12', false).validate(settings)
    // The last error is the innermost; the others report that the objects around it do not fit either.
    const { instanceLocation = '#', error = '' } = errors.at(-1) ?? {}
    return valid ? undefined : `settings${instanceLocation.slice(1).replaceAll('/', '.')}: ${error}`
  } catch (error) {
    return `SETTINGS_SCHEMA cannot be used: ${(error as Error).message}`
  }
}

function withDefaults(schema: SettingsSchema, given: Settings): Settings {
  const filled: Record<string, unknown> = { ...given }
  for (const [key, property] of Object.entries(propertiesOf(schema))) {
    if (filled[key] === undefined && property.default !== undefined) filled[key] = structuredClone(property.default)
    const value = filled[key]
    if (isObject(value)) filled[key] = withDefaults(property, value)
  }
  return filled
}

const propertiesOf = ({ properties }: SettingsSchema): Record<string, SettingsSchema> =>
  isObject(properties) ? (properties as Record<string, SettingsSchema>) : {}
