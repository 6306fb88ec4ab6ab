/** Decides which field of a form a schema asks for; it does not decide how the field looks. */

import { isObject } from '../../src/base/json-object.ts'
import { isSecretSchema } from '../../src/domain/plugin-settings.ts'
import { listIn, numberIn, propertiesOf, requiredIn, type Schema, textIn, typeOf, withoutNull } from './schema.ts'

export interface Option {
  value: unknown
  title: string
}

export type TextInput = 'text' | 'url' | 'email'

type FieldForm =
  | { kind: 'text'; input: TextInput; isLong: boolean }
  | { kind: 'number'; isWhole: boolean; min: number | undefined; max: number | undefined }
  | { kind: 'switch' }
  | { kind: 'choice'; options: readonly Option[] }
  | { kind: 'checklist'; options: readonly Option[] }
  | { kind: 'chips'; ofNumbers: boolean }
  | { kind: 'group' }
  | { kind: 'map' }
  | { kind: 'constant' }
  /** A schema without a control of its own, which is edited as JSON. */
  | { kind: 'json' }

interface FieldInfo {
  /** The schema without null. */
  schema: Schema
  name: string
  title: string
  description: string | undefined
  isRequired: boolean
  isNullable: boolean
  isReadOnly: boolean
  /** A secret is written but never read back. */
  isSecret: boolean
  /** The value in force while none is given; undefined if there is none. */
  initial: unknown
  example: string | undefined
  unit: string | undefined
  /** The process that must be restarted. */
  restart: string | undefined
}

export type FieldKind = FieldForm['kind']
export type Field = FieldInfo & FieldForm
export type FieldOf<K extends FieldKind> = FieldInfo & Extract<FieldForm, { kind: K }>

export function fieldOf(name: string, whole: Schema, { isRequired = false } = {}): Field {
  const { schema, isNullable } = withoutNull(whole)
  const [example] = listIn(schema, 'examples') ?? []
  return {
    schema,
    name,
    isNullable,
    isRequired,
    title: textIn(schema, 'title') ?? titleOf(name),
    description: textIn(schema, 'description'),
    isReadOnly: schema.readOnly === true,
    isSecret: isSecretSchema(schema),
    initial: schema.default,
    example: typeof example === 'string' || typeof example === 'number' ? String(example) : undefined,
    unit: textIn(schema, 'x-unit'),
    restart: schema['x-restart'] === true ? 'web' : textIn(schema, 'x-restart'),
    ...formOf(schema, isNullable),
  }
}

/** Shows `smtp_host` as `Smtp host` when it has no title. */
const titleOf = (name: string): string => {
  const words = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const safeLink = (url: string | undefined): string | undefined =>
  url !== undefined && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined

/** Keywords that express more than any control here can show. */
const beyondForms = [
  '$ref',
  '$dynamicRef',
  'not',
  'if',
  'allOf',
  'patternProperties',
  'prefixItems',
  'contains',
  'dependentSchemas',
  'dependentRequired',
]

function formOf(schema: Schema, isNullable: boolean): FieldForm {
  if (beyondForms.some((keyword) => keyword in schema)) return { kind: 'json' }
  if ('const' in schema) return { kind: 'constant' }
  const options = optionsOf(schema)
  if (options !== undefined) return { kind: 'choice', options: withNone(options, isNullable) }
  if ('anyOf' in schema || 'oneOf' in schema) return { kind: 'json' }
  switch (typeOf(schema)) {
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return isNullable ? { kind: 'choice', options: withNone(yesOrNo, true) } : { kind: 'switch' }
    case 'array':
      return isNullable ? { kind: 'json' } : arrayOf(schema)
    case 'object':
      return isNullable ? { kind: 'json' } : objectOf(schema)
    default:
      return { kind: 'json' }
  }
}

const yesOrNo: readonly Option[] = [
  { value: true, title: 'true' },
  { value: false, title: 'false' },
]

const withNone = (options: readonly Option[], isNullable: boolean): readonly Option[] =>
  isNullable ? [{ value: null, title: '' }, ...options] : options

/** The values to choose from, listed or as single constants with titles. */
function optionsOf(schema: Schema): readonly Option[] | undefined {
  const listed = listIn(schema, 'enum')
  if (listed !== undefined)
    return listed.length > 0 ? listed.map((value) => ({ value, title: shown(value) })) : undefined
  const branches = listIn(schema, 'oneOf') ?? listIn(schema, 'anyOf')
  if (branches === undefined || branches.length === 0) return undefined
  if (!branches.every((branch): branch is Schema => isObject(branch) && 'const' in branch)) return undefined
  return branches.map((branch) => ({ value: branch.const, title: textIn(branch, 'title') ?? shown(branch.const) }))
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const inputs: Readonly<Record<string, TextInput>> = {
  uri: 'url',
  url: 'url',
  email: 'email',
}

function textOf(schema: Schema): FieldForm {
  const isLong = textIn(schema, 'contentMediaType') === 'text/plain'
  return { kind: 'text', isLong, input: isLong ? 'text' : (inputs[textIn(schema, 'format') ?? ''] ?? 'text') }
}

const numberOf = (schema: Schema): FieldForm => ({
  kind: 'number',
  isWhole: typeOf(schema) === 'integer',
  min: numberIn(schema, 'minimum') ?? numberIn(schema, 'exclusiveMinimum'),
  max: numberIn(schema, 'maximum') ?? numberIn(schema, 'exclusiveMaximum'),
})

function arrayOf(schema: Schema): FieldForm {
  const { items } = schema
  if (!isObject(items) || 'default' in items) return { kind: 'json' }
  const options = optionsOf(items)
  if (options !== undefined) return { kind: 'checklist', options }
  const { kind } = fieldOf('', items)
  if (withoutNull(items).isNullable) return { kind: 'json' }
  return kind === 'text' || kind === 'number' ? { kind: 'chips', ofNumbers: kind === 'number' } : { kind: 'json' }
}

function objectOf(schema: Schema): FieldForm {
  if (Object.keys(propertiesOf(schema)).length > 0) return { kind: 'group' }
  const { additionalProperties: others } = schema
  return isObject(others) && typeOf(others) === 'string' && optionsOf(others) === undefined
    ? { kind: 'map' }
    : { kind: 'json' }
}

/** Returns the fields of an object. */
export function fieldsOf(schema: Schema): readonly Field[] {
  const required = requiredIn(schema)
  return Object.entries(propertiesOf(schema)).map(([name, property]) =>
    fieldOf(name, property, { isRequired: required.includes(name) }),
  )
}

export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
