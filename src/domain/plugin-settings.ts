/** Handles the secrets among a plugin's settings: they can be written and are never shown. */

import { isObject } from '../base/json-object.ts'

type Values = Readonly<Record<string, unknown>>
/** The JSON Schema of a plugin's settings; undefined until the bridge has described the plugin. */
type Schema = Values | undefined

/** Returns the names of required settings that are not set and have no default. */
export function missingSettings(values: Values, schema: Schema): string[] {
  const required = Array.isArray(schema?.required) ? schema.required.map(String) : []
  const isSet = (value: unknown) => value !== undefined && value !== null && value !== ''
  return required.filter((key) => !isSet(values[key]) && !isSet(propertyOf(schema, key)?.default))
}

/** Replaces each secret with `{ "set": true }` or `{ "set": false }`. */
export const hideSecrets = (values: Values, schema: Schema): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, hidden(value, propertyOf(schema, key), key)]))

/** Removes secrets from a patch that are sent back as they were shown, so that they stay unchanged. */
export const withoutShownSecrets = (patch: Values, schema: Schema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(patch).flatMap(([key, value]) => {
      const property = propertyOf(schema, key)
      if (isSecretSetting(property, key)) return isHiddenSecret(value) ? [] : [[key, value]]
      return [[key, isObject(value) ? withoutShownSecrets(value, property) : value]]
    }),
  )

/** Returns the texts that no log and no record may contain. */
export const secretTexts = (values: Values, schema: Schema): string[] =>
  Object.entries(values).flatMap(([key, value]) => {
    const property = propertyOf(schema, key)
    if (isSecretSetting(property, key)) return textsIn(value)
    return isObject(value) ? secretTexts(value, property) : []
  })

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function hidden(value: unknown, property: Schema, key: string): unknown {
  if (isSecretSetting(property, key)) return { set: value !== '' && value !== null }
  return isObject(value) ? hideSecrets(value, property) : value
}

const suspicious = /secret|token|passw|passphrase|api[-_]?key|credential|authorization|cookie/i

/** Whether a setting is a secret. One that no schema describes is judged by its name. */
export function isSecretSetting(property: Schema, key: string): boolean {
  return property === undefined ? suspicious.test(key) : isSecretSchema(property)
}

/**
 * Whether a schema is marked as secret, or contains a secret without a name of its own, as in a list: then the whole
 * setting counts as one secret.
 */
export const isSecretSchema = (schema: Values): boolean =>
  isMarked(schema) ||
  Object.entries(schema).some(([keyword, inner]) => keyword !== 'properties' && mentionsSecret(inner))

const isMarked = (schema: Values): boolean =>
  schema.writeOnly === true || schema.format === 'password' || schema['x-secret'] === true

const mentionsSecret = (schema: unknown): boolean =>
  Array.isArray(schema)
    ? schema.some(mentionsSecret)
    : isObject(schema) && (isMarked(schema) || Object.values(schema).some(mentionsSecret))

/** Whether a value is what `hideSecrets` puts in place of a secret. */
export const isHiddenSecret = (value: unknown): value is { set: boolean } =>
  isObject(value) && Object.keys(value).length === 1 && typeof value.set === 'boolean'

function propertyOf(schema: Schema, key: string): Schema {
  const { properties } = schema ?? {}
  const property = isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined
  return isObject(property) ? property : undefined
}
