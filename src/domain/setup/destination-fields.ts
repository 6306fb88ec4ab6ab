/** Decides what setup asks for a destination, and reads what is typed as the values of its settings. */
import { isObject } from '../../base/json-object.ts'
import { type DestinationPlugin, destinationPlugins } from '../../contract/setup-destinations.ts'
import { isHiddenSecret, isSecretSetting } from '../plugin-settings.ts'
import { givenValue } from '../settings/given-value.ts'
import { isOfType, type Schema, waysOf } from '../settings/schema.ts'

export interface DestinationField {
  key: string
  title: string
  description: string | undefined
  example: string | undefined
  isRequired: boolean
  isSecret: boolean
  isList: boolean
  schema: Schema
}

type Values = Readonly<Record<string, unknown>>

/** Returns the required fields of the plugin, and those that are asked for besides, in the order of its settings. */
export function destinationFields(plugin: string, schema: Values): DestinationField[] {
  const { also = [] } = (destinationPlugins as readonly DestinationPlugin[]).find((one) => one.plugin === plugin) ?? {}
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : []
  return properties.flatMap(([key, property]) => {
    if (!isObject(property)) return []
    const isRequired = required.includes(key) && property.default === undefined
    return isRequired || also.includes(key) ? [fieldOf(key, property, isRequired)] : []
  })
}

function fieldOf(key: string, property: Values, isRequired: boolean): DestinationField {
  const { title, description, examples } = property
  const [example] = Array.isArray(examples) ? examples : []
  return {
    key,
    isRequired,
    title: typeof title === 'string' ? title : key,
    description: typeof description === 'string' ? description : undefined,
    example: typeof example === 'string' ? example : undefined,
    isSecret: isSecretSetting(property, key),
    isList: waysOf(property).some((way) => isOfType(way, 'array')),
    schema: property,
  }
}

/** Reads what is typed into one field; what can't be read stays as it is typed, so that its problem can be named. */
export function valueTyped({ schema, isList }: DestinationField, typed: string): unknown {
  const words = isList ? typed.split(/[\s,;]+/).filter((word) => word !== '') : [typed.trim()]
  return givenValue(words, schema)?.value ?? (isList ? words : typed.trim())
}

/** The text of a saved value; empty for a secret, which is never shown. */
export function textOfSaved(value: unknown): string {
  if (value === undefined || value === null || isHiddenSecret(value)) return ''
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** Whether a value is saved, which a hidden secret may be, too. */
export const isSaved = (value: unknown): boolean =>
  isHiddenSecret(value) ? value.set : value !== undefined && value !== null && value !== ''

interface Answers {
  fields: readonly DestinationField[]
  /** The typed values, by key. */
  typed: Readonly<Record<string, string>>
  /** The saved values, with secrets hidden. */
  saved: Values
}

/** Returns the changed values. A secret that is saved and left empty stays as it is. */
export function answeredValues({ fields, typed, saved }: Answers): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const { key } = field
      const text = typed[key]?.trim() ?? ''
      if (text === textOfSaved(saved[key])) return []
      return [[key, text === '' ? null : valueTyped(field, text)]]
    }),
  )
}

/** Returns the required fields that have no value after these answers. */
export const unanswered = ({ fields, typed, saved }: Answers): DestinationField[] =>
  fields.filter(({ key, isRequired, isSecret }) => {
    const isKept = isSecret && isSaved(saved[key])
    return isRequired && !isKept && (typed[key]?.trim() ?? '') === ''
  })
