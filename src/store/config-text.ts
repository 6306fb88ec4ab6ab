/**
 * Parses the text of config.json into a configuration with its defaults, or into a list of what is wrong with it,
 * without quoting any value.
 */
import type { TSchema } from '@sinclair/typebox'
import { Value, type ValueError } from '@sinclair/typebox/value'
import { isObject } from '../base/json-object.ts'
import { Config } from '../contract/config.ts'
import type { SettingFault } from '../domain/settings/faults.ts'

export type ParsedConfig =
  | { config: Config; unknownKeys: string[]; faults?: undefined }
  | { config?: undefined; faults: SettingFault[] }

export const maxConfigBytes = 1024 * 1024
const maxFaults = 20

export function parseConfig(text: string): ParsedConfig {
  if (text.length > maxConfigBytes) return fault(`is larger than ${maxConfigBytes} bytes`)
  if (text.trim() === '') return fault('is empty')
  try {
    return validateConfig(JSON.parse(text.replace(/^\ufeff/, '')))
  } catch (error) {
    return fault(`is not valid JSON${placeIn(error)}`)
  }
}

/** Fills the defaults into `value`, which it modifies. */
export function validateConfig(value: unknown): ParsedConfig {
  const unknownKeys = unknownKeysOf(Config, value, '')
  const config = Value.Default(Config, value)
  if (Value.Check(Config, config)) return { config, unknownKeys }
  const faults = [...Value.Errors(Config, config)].slice(0, maxFaults).map((error) => ({
    path: error.path.slice(1).replaceAll('/', '.'),
    reason: reasonOf(error),
  }))
  return { faults }
}

const fault = (reason: string): ParsedConfig => ({ faults: [{ path: '', reason }] })

/** Returns only the position: the rest of a SyntaxError quotes the text, and config.json holds secrets. */
function placeIn(error: unknown): string {
  const place = error instanceof SyntaxError ? /\(line \d+ column \d+\)/.exec(error.message) : null
  return place ? ` ${place[0]}` : ''
}

function reasonOf({ schema, message }: ValueError): string {
  const choices = schema.anyOf ?? (schema.const === undefined ? [] : [schema])
  if (!Array.isArray(choices) || choices.length === 0) return message.charAt(0).toLowerCase() + message.slice(1)
  return `must be ${choices.map((choice: TSchema) => choice.const ?? choice.type).join(' or ')}`
}

function unknownKeysOf(schema: TSchema, value: unknown, path: string): string[] {
  if (!isObject(value) || schema.type !== 'object') return []
  return Object.entries(value).flatMap(([key, child]) => {
    const place = path === '' ? key : `${path}.${key}`
    const known = schemaOf(schema, key)
    if (known) return unknownKeysOf(known, child, place)
    return schema.additionalProperties === true ? [] : [place]
  })
}

function schemaOf({ properties = {}, patternProperties = {} }: TSchema, key: string): TSchema | undefined {
  if (Object.hasOwn(properties, key)) return properties[key]
  const pattern = Object.keys(patternProperties).find((pattern) => new RegExp(pattern).test(key))
  return pattern === undefined ? undefined : patternProperties[pattern]
}
