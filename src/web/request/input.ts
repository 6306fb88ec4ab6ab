/** Reads the input of an endpoint: path, query and body, each checked against its schema. */
import type { TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { type Endpoint, fields } from '../../contract/endpoint.ts'
import { ServiceError } from '../../domain/service-error.ts'

export interface RawAddress {
  url: string
  params: Readonly<Record<string, string>>
}

type Values = Record<string, unknown>

export interface InputReader {
  /** Reads path and query. */
  address(raw: RawAddress): Values
  /** `address` is what was read from path and query. */
  body(raw: unknown, address?: Values): Values
}

type Part = 'path' | 'query' | 'body'

/** Both functions throw `invalid_request` with the field at fault. */
export function inputReader({
  path_params,
  query,
  body,
}: Pick<Endpoint, 'path_params' | 'query' | 'body'>): InputReader {
  const ofPath = path_params && checked('path', path_params)
  const ofQuery = checked('query', query ?? nothing)
  const ofBody = body && checked('body', body)
  return {
    address: ({ url, params }) => ({
      ...ofPath?.(typedValues(path_params as TSchema, params)),
      ...ofQuery(typedValues(query ?? nothing, readQuery(url))),
    }),
    body: (raw, address = {}) => withoutReadOnly({ ...ofBody?.(raw) }, body, address),
  }
}

/**
 * Drops fields that are accepted back but not changed. A field that is also in the path must have the same value there.
 */
function withoutReadOnly(given: Values, schema: TSchema | undefined, address: Values): Values {
  const isReadOnly = (name: string) => schema?.properties?.[name]?.readOnly === true
  for (const [name, value] of Object.entries(given))
    if (isReadOnly(name) && Object.hasOwn(address, name) && address[name] !== value) throw notOfPath(name)
  return Object.fromEntries(Object.entries(given).filter(([name]) => !isReadOnly(name)))
}

const notOfPath = (name: string): ServiceError =>
  new ServiceError('invalid_request', `"${name}" in the body is not the one in the path.`, {
    in: 'body',
    path: name,
    reason: 'must be the one in the path, or be left out',
  })

const nothing = fields({})

/** Compiles the schema on first use, since most requests after a start need few of them. */
function checked(part: Part, schema: TSchema): (value: unknown) => object {
  let check: TypeCheck<TSchema> | undefined
  return (given) => {
    const value = withDefaults(schema, given)
    check ??= TypeCompiler.Compile(schema)
    if (check.Check(value)) return value as object
    const fault = check.Errors(value).First()
    throw new ServiceError('invalid_request', `The ${part} is not as it should be.`, {
      in: part,
      path: written(fault?.path ?? ''),
      reason: fault?.message ?? 'does not fit',
    })
  }
}

/** Fills in defaults only for required fields: a change that leaves a field out means to keep its value. */
function withDefaults(schema: TSchema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const required: readonly string[] = schema.required ?? []
  const defaults = required
    .filter((name) => !Object.hasOwn(value, name) && schema.properties[name].default !== undefined)
    .map((name) => [name, schema.properties[name].default])
  return { ...Object.fromEntries(defaults), ...value }
}

/** Writes `/action/body` as `action.body`, like the names of settings. */
const written = (pointer: string): string => pointer.slice(1).split('/').map(unescaped).join('.').slice(0, longestPath)
const unescaped = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~')
const longestPath = 200

const mostParameters = 100

/** Reads each name once, and at most a hundred. */
function readQuery(url: string): Record<string, string> {
  const start = url.indexOf('?')
  if (start < 0) return {}
  const pairs = [...new URLSearchParams(url.slice(start + 1))]
  if (pairs.length > mostParameters)
    throw new ServiceError('invalid_request', 'The query is too long.', {
      in: 'query',
      reason: `${pairs.length} parameters; at most ${mostParameters} are taken`,
    })
  const repeated = pairs.find(([name], index) => pairs.findIndex(([other]) => other === name) < index)
  if (repeated !== undefined)
    throw new ServiceError('invalid_request', 'A parameter is given twice.', {
      in: 'query',
      path: repeated[0].slice(0, 100),
      reason: 'is given more than once',
    })
  return Object.fromEntries(pairs)
}

const decimal = /^-?\d{1,15}(\.\d{1,15})?$/

/**
 * Converts the text values of a path, query or form to the types that their schema names; a value that does not fit stays
 * text.
 */
export function typedValues(schema: TSchema, values: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => [name, typed(schema.properties?.[name], text)]),
  )
}

function typed(schema: TSchema | undefined, text: string): unknown {
  if (wants(schema, 'number') && decimal.test(text)) return Number(text)
  if (wants(schema, 'boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

const wants = (schema: TSchema | undefined, type: 'number' | 'boolean'): boolean =>
  schema !== undefined &&
  (schema.type === type ||
    (type === 'number' && schema.type === 'integer') ||
    (schema.anyOf ?? []).some((inner: TSchema) => wants(inner, type)))
