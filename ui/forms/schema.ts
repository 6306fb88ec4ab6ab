/** Reads JSON Schema for forms; a keyword with a malformed value counts as absent. */
import { isObject } from '../../src/base/json-object.ts'

export type Schema = Readonly<Record<string, unknown>>

export const textIn = (schema: Schema, keyword: string): string | undefined =>
  typeof schema[keyword] === 'string' ? schema[keyword] : undefined
export const numberIn = (schema: Schema, keyword: string): number | undefined =>
  typeof schema[keyword] === 'number' ? schema[keyword] : undefined
export const listIn = (schema: Schema, keyword: string): readonly unknown[] | undefined =>
  Array.isArray(schema[keyword]) ? schema[keyword] : undefined

/** The properties of an object, by name. */
export const propertiesOf = ({ properties }: Schema): Record<string, Schema> =>
  isObject(properties)
    ? Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, isObject(property) ? property : {}]),
      )
    : {}

export const requiredIn = (schema: Schema): readonly string[] =>
  (listIn(schema, 'required') ?? []).filter((name) => typeof name === 'string')

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const
export type TypeName = (typeof types)[number]

/** The type of the values besides null, also when the schema implies it by `properties` or `items`. */
export function typeOf(schema: Schema): TypeName | undefined {
  const said = [schema.type ?? []].flat().filter((type) => type !== 'null')
  if (said.length > 1) return undefined
  const named = types.find((type) => type === said[0])
  if (named !== undefined || said.length === 1) return named
  if (isObject(schema.properties)) return 'object'
  return isObject(schema.items) ? 'array' : undefined
}

/** Returns the schema without null, and whether null is allowed. */
export function withoutNull(schema: Schema): { schema: Schema; isNullable: boolean } {
  if (Array.isArray(schema.type) && schema.type.includes('null')) {
    const [only, ...more] = schema.type.filter((type) => type !== 'null')
    const { enum: values, ...rest } = schema
    const given = Array.isArray(values) && { enum: values.filter((value) => value !== null) }
    return { schema: { ...rest, ...given, type: more.length === 0 ? only : [only, ...more] }, isNullable: true }
  }
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = listIn(schema, keyword)
    const others = branches?.filter((branch) => !isNull(branch))
    if (branches === undefined || others === undefined || others.length === branches.length) continue
    const { [keyword]: _, ...outer } = schema
    const [only] = others
    return {
      schema: others.length === 1 && isObject(only) ? { ...only, ...outer } : { ...outer, [keyword]: others },
      isNullable: true,
    }
  }
  return { schema, isNullable: false }
}

const isNull = (branch: unknown): boolean => isObject(branch) && (branch.type === 'null' || branch.const === null)
