/** Decides which field of a form a schema asks for; it does not decide how the field looks. */
import { isSecretSchema } from '../../src/domain/plugin-settings.ts'
import {
  isObject,
  listIn,
  numberIn,
  propertiesOf,
  requiredIn,
  type Schema,
  textIn,
  typeOf,
  withoutNull,
} from './schema.ts'

export interface Option {
  value: unknown
  title: string
}

export interface Variant extends Option {
  schema: Schema
}

export type TextInput = 'text' | 'url' | 'email' | 'time' | 'date' | 'datetime-local'

type Form =
  | { kind: 'text'; input: TextInput; isLong: boolean }
  | { kind: 'number'; isWhole: boolean; min: number | undefined; max: number | undefined; step: number | undefined }
  | { kind: 'switch' }
  | { kind: 'choice'; options: readonly Option[] }
  | { kind: 'checklist'; options: readonly Option[] }
  | { kind: 'chips'; ofNumbers: boolean }
  | { kind: 'contact'; isMany: boolean }
  | { kind: 'group' }
  | { kind: 'map' }
  | { kind: 'rows'; item: Schema }
  | { kind: 'variants'; by: string; variants: readonly Variant[] }
  | { kind: 'constant' }
  /** A schema without a control of its own, which is edited as JSON. */
  | { kind: 'json' }

interface Said {
  /** The schema without null. */
  schema: Schema
  name: string
  title: string
  description: string | undefined
  isRequired: boolean
  isNullable: boolean
  isReadOnly: boolean
  isDeprecated: boolean
  /** A secret is written but never read back. */
  isSecret: boolean
  /** The value in force while none is given; undefined if there is none. */
  initial: unknown
  example: string | undefined
  unit: string | undefined
  helpUrl: string | undefined
  /** The process that must be restarted. */
  restart: string | undefined
}

export type FieldKind = Form['kind']
export type Field = Said & Form
export type FieldOf<K extends FieldKind> = Said & Extract<Form, { kind: K }>

export function fieldOf(name: string, whole: Schema, { isRequired = false } = {}): Field {
  const { schema, isNullable } = withoutNull(whole)
  const [example] = listIn(schema, 'examples') ?? []
  return {
    ...{ schema, name, isNullable, isRequired },
    title: textIn(schema, 'title') ?? titleOf(name),
    description: textIn(schema, 'description'),
    isReadOnly: schema.readOnly === true,
    isDeprecated: schema.deprecated === true,
    isSecret: isSecretSchema(schema),
    initial: schema.default,
    example: typeof example === 'string' || typeof example === 'number' ? String(example) : undefined,
    unit: textIn(schema, 'x-unit'),
    helpUrl: safeLink(textIn(schema, 'x-help-url')),
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
const beyond = ['$ref', '$dynamicRef', 'not', 'patternProperties', 'prefixItems', 'contains', 'dependentSchemas']

function formOf(schema: Schema, isNullable: boolean): Form {
  if (beyond.some((keyword) => keyword in schema)) return { kind: 'json' }
  if ('const' in schema) return { kind: 'constant' }
  const options = optionsOf(schema)
  if (options !== undefined) return { kind: 'choice', options: withNone(options, isNullable) }
  const variants = variantsOf(schema)
  if (variants !== undefined && !isNullable) return variants
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

/** Objects that differ in a constant under the same name. */
function variantsOf(schema: Schema): Form | undefined {
  const branches = (listIn(schema, 'oneOf') ?? listIn(schema, 'anyOf'))?.filter(isObject)
  if (branches === undefined || branches.length === 0) return undefined
  const [first] = branches
  const by = Object.keys(propertiesOf(first ?? {})).find((name) =>
    branches.every((branch) => 'const' in (propertiesOf(branch)[name] ?? {})),
  )
  if (by === undefined) return undefined
  const variants = branches.map((branch) => {
    const value = propertiesOf(branch)[by]?.const
    return { value, schema: branch, title: textIn(branch, 'title') ?? titleOf(shown(value)) }
  })
  return { kind: 'variants', by, variants }
}

const inputs: Readonly<Record<string, TextInput>> = {
  uri: 'url',
  url: 'url',
  email: 'email',
  time: 'time',
  date: 'date',
}

function textOf(schema: Schema): Form {
  if (schema['x-contact'] === true) return { kind: 'contact', isMany: false }
  const isLong = textIn(schema, 'contentMediaType') === 'text/plain'
  return { kind: 'text', isLong, input: isLong ? 'text' : (inputs[textIn(schema, 'format') ?? ''] ?? 'text') }
}

const numberOf = (schema: Schema): Form => ({
  kind: 'number',
  isWhole: typeOf(schema) === 'integer',
  min: numberIn(schema, 'minimum') ?? numberIn(schema, 'exclusiveMinimum'),
  max: numberIn(schema, 'maximum') ?? numberIn(schema, 'exclusiveMaximum'),
  step: numberIn(schema, 'multipleOf'),
})

function arrayOf(schema: Schema): Form {
  const { items } = schema
  if (!isObject(items) || 'default' in items) return { kind: 'json' }
  const options = optionsOf(items)
  if (options !== undefined) return { kind: 'checklist', options }
  if (items['x-contact'] === true || schema['x-contact'] === true) return { kind: 'contact', isMany: true }
  const { kind } = fieldOf('', items)
  if (withoutNull(items).isNullable) return { kind: 'json' }
  if (kind === 'text' || kind === 'number') return { kind: 'chips', ofNumbers: kind === 'number' }
  return kind === 'group' || kind === 'variants' ? { kind: 'rows', item: items } : { kind: 'json' }
}

function objectOf(schema: Schema): Form {
  if (Object.keys(propertiesOf(schema)).length > 0) return { kind: 'group' }
  const { additionalProperties: others } = schema
  return isObject(others) && typeOf(others) === 'string' && optionsOf(others) === undefined
    ? { kind: 'map' }
    : { kind: 'json' }
}

/** Returns the fields of an object, sorted by `x-order` and then in schema order. */
export function fieldsOf(schema: Schema, values: unknown): readonly Field[] {
  const { properties, required } = inForce(schema, isObject(values) ? values : {})
  const order = (name: string) => numberIn(properties[name] ?? {}, 'x-order') ?? Number.POSITIVE_INFINITY
  return Object.keys(properties)
    .toSorted((one, other) => (order(one) === order(other) ? 0 : order(one) - order(other)))
    .map((name) => fieldOf(name, properties[name] ?? {}, { isRequired: required.has(name) }))
}

interface InForce {
  properties: Record<string, Schema>
  required: Set<string>
}

/** Applies `if`, `then` and `else` for these values. */
export function inForce(schema: Schema, values: Schema): InForce {
  const base = propertiesOf(schema)
  const known = { ...initialsOf(base), ...values }
  const conditions = [schema, ...(listIn(schema, 'allOf') ?? []).filter(isObject)].filter(({ if: when }) =>
    isObject(when),
  )
  const added = conditions.map((one) => (fits(one.if as Schema, known) ? one.then : one.else)).filter(isObject)
  const properties = { ...base }
  for (const one of added)
    for (const [name, property] of Object.entries(propertiesOf(one)))
      properties[name] = { ...properties[name], ...property }
  return { properties, required: new Set([schema, ...added].flatMap(requiredIn)) }
}

const initialsOf = (properties: Record<string, Schema>): Schema =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, { default: initial }]) =>
      initial === undefined ? [] : [[name, initial]],
    ),
  )

/** Evaluates the part of JSON Schema that conditions of forms need: given values, and whether a value is present. */
function fits(condition: Schema, values: Schema): boolean {
  if (!requiredIn(condition).every((name) => values[name] !== undefined)) return false
  return Object.entries(propertiesOf(condition)).every(([name, wanted]) => {
    const value = values[name]
    if (value === undefined) return true
    if ('const' in wanted && !same(wanted.const, value)) return false
    if (isObject(wanted.not) && fits({ properties: { [name]: wanted.not } }, values)) return false
    const pattern = textIn(wanted, 'pattern')
    if (pattern !== undefined && typeof value === 'string' && !new RegExp(pattern, 'u').test(value)) return false
    if ((numberIn(wanted, 'minLength') ?? 0) > String(value).length) return false
    return listIn(wanted, 'enum')?.some((one) => same(one, value)) ?? true
  })
}

export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
