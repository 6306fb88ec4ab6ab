/** The endpoint table as an OpenAPI 3.1 document. */
import type { TObject, TSchema } from '@sinclair/typebox'
import type { Endpoint, Returns } from './endpoint.ts'
import { endpointGroups, groupOf } from './endpoint-groups.ts'
import { endpoints } from './endpoints.ts'
import { type ErrorCode, errors, remedyAt } from './errors.ts'
import { names } from './names.ts'
import { shapes } from './shapes.ts'

type Json = Record<string, unknown>

/** What any endpoint may answer. */
const anywhere: readonly ErrorCode[] = ['invalid_request', 'forbidden', 'wrong_host', 'internal', 'disk_full']

export function errorsOf({ errors: own = [], scope }: Endpoint): ErrorCode[] {
  const all = new Set([...anywhere, ...(scope === 'open' ? [] : (['unauthenticated'] as const)), ...own])
  return [...all].sort((one, other) => errors[one].status - errors[other].status)
}

/** Settings and schemas refer to nothing outside; `release` is that of the running service. */
export function openApi(release: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: names.product,
      version: release,
      description: 'Message history, search, sending, live events and settings of one Mac.',
    },
    servers: [{ url: '/', description: 'This service.' }],
    tags: endpointGroups.map(([name]) => ({ name })),
    paths: pathsOf(),
    components: {
      schemas: {
        ...Object.fromEntries(Object.entries(shapes).map(([name, schema]) => [name, bare(schema, name)])),
        Error: errorShape,
      },
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `Authorization: Bearer svc_…`. Scopes: `read`, `write`, `admin`.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'service_session',
          description:
            'Set by POST /login. POST, PUT and DELETE also need the header X-CSRF-Token, which GET /api/ui/session tells.',
        },
      },
    },
  }
}

function pathsOf(): Json {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
    const path = endpoint.path.replace('*', '{rest}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) }
  }
  return paths
}

function operationOf(name: string, endpoint: Endpoint): Json {
  const { summary, scope, path_params, query, headers = [] } = endpoint
  const body = bodyOf(endpoint)
  const parameters = [
    ...(endpoint.path.endsWith('*') ? [{ name: 'rest', in: 'path', required: true, schema: { type: 'string' } }] : []),
    ...parametersOf('path', path_params),
    ...parametersOf('query', query),
    ...headers.map((name) => knownHeaders[name]),
    ...(endpoint.returns.as === 'events' && query?.properties.since ? [lastEventId] : []),
  ]
  return {
    operationId: name,
    summary,
    tags: [groupOf(endpoint)],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: bodyTypes(endpoint, body) } }),
    responses: { ...successOf(endpoint.returns), ...failuresOf(endpoint) },
    security: scope === 'open' ? [] : [{ key: [scope] }, { session: [] }],
    'x-scope': scope,
  }
}

const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  schema: { type: 'integer' },
  description: 'As `since`; a browser sends it by itself when it comes again.',
}

/** What the headers of a row mean. */
export const knownHeaders = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    description:
      'Of your choosing, for each message another: with the same key within 24 hours the same send is answered, and nothing is sent again.',
  },
} as const

const bodyTypes = ({ path, upload }: Endpoint, body: Json): Json => ({
  [upload === undefined ? 'application/json' : 'multipart/form-data']: { schema: body },
  ...((path === '/login' || path === '/setup') && { 'application/x-www-form-urlencoded': { schema: body } }),
})

/** What a row takes beside path and query: its body, with the file where it takes one. */
export function bodyOf({ body, upload }: Endpoint): Json | undefined {
  if (body === undefined) return undefined
  const shape = bare(body)
  if (upload === undefined) return shape
  const { properties, required = [], ...rest } = shape as { properties: Json; required?: string[] }
  return { ...rest, properties: { ...properties, [upload]: file }, required: [...required, upload] }
}

const file = {
  type: 'string',
  contentMediaType: 'application/octet-stream',
  description: 'The file itself, with its name; at most `send.max_file_mb`.',
}

function parametersOf(place: 'path' | 'query', schema: TObject | undefined): Json[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = bare(property)
    const isRequired = place === 'path' || (schema?.required?.includes(name) && property.default === undefined)
    return {
      name,
      in: place,
      required: isRequired === true,
      ...(description !== undefined && { description }),
      schema: rest,
    }
  })
}

function successOf(returns: Returns): Json {
  switch (returns.as) {
    case 'json':
      return {
        [returns.status]: { description: 'Done.', content: { 'application/json': { schema: bare(returns.schema) } } },
      }
    case 'nothing':
      return { 204: { description: 'Done.' } }
    case 'events':
      return {
        200: {
          description: 'Server-sent events; each `data:` line is one of these, `id:` its place in the stream.',
          content: { 'text/event-stream': { schema: bare(returns.schema) } },
        },
      }
    case 'bytes':
      return {
        200: { description: 'The bytes.', content: Object.fromEntries(returns.types.map((type) => [type, {}])) },
      }
    case 'page':
      return {
        200: { description: 'A page, or a redirect to one.', content: { 'text/html': { schema: { type: 'string' } } } },
      }
  }
}

function failuresOf(endpoint: Endpoint): Json {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => errors[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${remedyAt('api', code)}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

const errorShape: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: Object.keys(errors) },
        message: { type: 'string', description: 'What happened and what to do about it.' },
        details: { type: 'object', description: 'Of `invalid_request`: `in`, `path` and `reason`.' },
      },
    },
  },
}

const nameOf = new Map(Object.entries(shapes).map(([name, schema]) => [schema, name]))

/** As plain JSON Schema, with references instead of shapes that have a name; `within` is the one being described. */
export function bare(schema: TSchema, within?: string): Json {
  const name = nameOf.get(schema)
  if (name !== undefined && name !== within) return { $ref: `#/components/schemas/${name}` }
  const values = literalsOf(schema)
  if (values !== undefined) {
    const { anyOf: _, ...rest } = schema
    return { ...rest, type: typeof values[0] === 'number' ? 'integer' : 'string', enum: values }
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, described(value)]))
}

function described(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(described)
  if (typeof value !== 'object' || value === null) return value
  return bare(value as TSchema)
}

/** A choice of constants reads better as an enumeration. */
function literalsOf({ anyOf }: TSchema): unknown[] | undefined {
  const values = (anyOf as TSchema[] | undefined)?.map((inner) => inner.const)
  return values !== undefined && values.length > 1 && values.every((value) => value !== undefined) ? values : undefined
}
