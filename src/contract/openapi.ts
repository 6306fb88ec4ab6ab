/** Generates the OpenAPI 3.1 document from the endpoint table. */
import type { TObject, TSchema } from '@sinclair/typebox'
import type { Endpoint, Returns } from './endpoint.ts'
import { endpointGroups, groupDescriptions, groupOf } from './endpoint-groups.ts'
import { type EndpointName, endpoints } from './endpoints.ts'
import { type ErrorCode, errors, remedyAt } from './errors.ts'
import { StreamDropped } from './events.ts'
import { names } from './names.ts'
import { shapes } from './shapes.ts'

type Json = Record<string, unknown>

/** Errors that any request may get: headers may be too long, too slow, or expect too much. */
const anywhere: readonly ErrorCode[] = [
  'invalid_request',
  'forbidden',
  'wrong_host',
  'internal',
  'disk_full',
  'request_timeout',
  'too_large',
  'expectation_failed',
]

export function errorsOf({ errors: own = [], scope, method }: Endpoint): ErrorCode[] {
  const all = new Set([
    ...anywhere,
    ...(scope === 'open' ? [] : (['unauthenticated'] as const)),
    ...(method === 'GET' ? [] : (['unsupported_media_type'] as const)),
    ...own,
  ])
  return [...all].sort((one, other) => errors[one].status - errors[other].status)
}

/** Whether a service answers a row of the table. */
export type Answers = (name: EndpointName) => boolean

/**
 * The document contains no references to the outside; `release` is that of the running service. What a hub does not answer is
 * not in its document.
 */
export function openApi(release: string, answers?: Answers): Json {
  if (answers !== undefined) return withoutUnused(documentOf(release, answers, 'the Macs of a hub'))
  return documentOf(release, () => true, 'one Mac')
}

function documentOf(release: string, answers: Answers, ofWhat: string): Json & { components: Components } {
  return {
    openapi: '3.1.0',
    info: {
      title: names.product,
      version: release,
      description: `Message history, search, sending, live events and settings of ${ofWhat}.`,
      contact: { name: names.product },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This service.' }],
    tags: endpointGroups
      .filter(([, members]) => members.some(([name]) => answers(name)))
      .map(([name]) => ({ name, description: groupDescriptions[name] })),
    paths: pathsOf(answers),
    components: {
      schemas: {
        ...Object.fromEntries(answeredShapes.map(([name, schema]) => [name, bare(schema, name)])),
        Error: errorShape,
      },
      requestBodies: Object.fromEntries(
        takenShapes.map(([name, schema]) => [name, requestBody({ 'application/json': taken(bare(schema, name)) })]),
      ),
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key: `Authorization: Bearer svc_…`. Its scopes (`read`, `write`, `admin`) decide what it opens.',
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

interface Components {
  schemas: Json
  requestBodies: Json
  securitySchemes: Json
}

/** Shapes that no operation needs, not even by way of other shapes, are left out. */
function withoutUnused({ components, ...document }: Json & { components: Components }): Json {
  const { schemas, requestBodies, ...others } = components
  const wanted = new Set<string>()
  const follow = (part: unknown): void => {
    for (const [, kind, name] of JSON.stringify(part).matchAll(/"#\/components\/(schemas|requestBodies)\/([^"]+)"/g)) {
      const reference = `${kind}/${name}`
      if (wanted.has(reference)) continue
      wanted.add(reference)
      follow((kind === 'schemas' ? schemas : requestBodies)[name ?? ''] ?? {})
    }
  }
  follow(document)
  const used = (kind: string, all: Json): Json =>
    Object.fromEntries(Object.entries(all).filter(([name]) => wanted.has(`${kind}/${name}`)))
  return {
    ...document,
    components: {
      ...others,
      schemas: used('schemas', schemas),
      requestBodies: used('requestBodies', requestBodies),
    },
  }
}

function pathsOf(answers: Answers): Json {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    if (!answers(name)) continue
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
    description: `${summary} ${access[scope]}`,
    tags: [groupOf(endpoint)],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBodyOf(endpoint, body) }),
    responses: { ...successOf(endpoint), ...redirectOf(endpoint), ...failuresOf(endpoint) },
    // The last alternative is empty: while no password is set, every program on this Mac has access.
    security: scope === 'open' ? [] : [{ key: [] }, { session: [] }, {}],
    'x-scope': scope,
  }
}

const access: Readonly<Record<Endpoint['scope'], string>> = {
  open: 'Open to everyone on this Mac.',
  read: 'Needs the scope `read` while a password is set.',
  write: 'Needs the scope `write` while a password is set.',
  admin: 'Needs the scope `admin` while a password is set.',
}

const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  schema: { type: 'integer' },
  description: 'As `since`; a browser sends it by itself when it comes again.',
}

/** The meaning of the request headers that rows may name. */
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

const requestBody = (content: Record<string, Json>): Json => ({
  required: true,
  content: Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }])),
})

function requestBodyOf({ upload, form }: Endpoint, body: Json): Json {
  if (typeof body.$ref === 'string') return { $ref: body.$ref.replace('/schemas/', '/requestBodies/') }
  const given = taken(body)
  return requestBody({
    [upload === undefined ? 'application/json' : 'multipart/form-data']: given,
    ...(form === true && { 'application/x-www-form-urlencoded': given }),
  })
}

/** Makes fields with a default optional, which is valid only in requests; responses always contain them. */
function taken(body: Json): Json {
  const { properties = {}, required = [], ...rest } = body as { properties?: Record<string, Json>; required?: string[] }
  if (Object.keys(properties).length === 0) return body
  const missed = required.filter((name) => properties[name]?.default === undefined)
  return { ...rest, properties, ...(missed.length > 0 && { required: missed }) }
}

/** Returns the body of a row, including the file where it takes one. */
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

function successOf({ returns, also = [] }: Endpoint): Json {
  const headers = {
    202: { description: 'It waits for the owner: `state` is `held`.', content: contentOf(returns) },
    206: { description: 'The part that the header Range asked for.', content: contentOf(returns) },
    304: { description: 'The copy whose entity tag came in If-None-Match is still right.' },
  } as const
  const usual = returns.as === 'redirect' ? {} : { [statusOf(returns)]: usualOf(returns) }
  return { ...usual, ...Object.fromEntries(also.map((status) => [status, headers[status]])) }
}

function statusOf(returns: Returns): number {
  if (returns.as === 'nothing') return 204
  return 'status' in returns ? returns.status : 200
}

const descriptions: Readonly<Record<Returns['as'], string>> = {
  json: 'Done.',
  nothing: 'Done.',
  events: 'Server-sent events; each `data:` line is one of these, `id:` its place in the stream.',
  bytes: 'The bytes.',
  page: 'The page, or a file that it loads.',
  redirect: 'Leads to the page.',
}

function usualOf(returns: Returns): Json {
  const description = descriptions[returns.as]
  return returns.as === 'nothing' ? { description } : { description, content: contentOf(returns) }
}

function contentOf(returns: Returns): Json {
  switch (returns.as) {
    case 'json':
      return { 'application/json': { schema: bare(returns.schema) } }
    case 'events':
      return { 'text/event-stream': { schema: { anyOf: [bare(returns.schema), bare(StreamDropped)] } } }
    case 'bytes':
      return Object.fromEntries(returns.types.map((type) => [type, {}]))
    case 'page':
      return {
        'text/html': { schema: { type: 'string' } },
        ...Object.fromEntries((returns.files ?? []).map((type) => [type, {}])),
      }
    default:
      return {}
  }
}

const location = { Location: { description: 'Where it leads.', schema: { type: 'string' } } }

function redirectOf({ returns, leads_away }: Endpoint): Json {
  return {
    ...(returns.as === 'redirect' && {
      [returns.status]: { description: descriptions.redirect, headers: location },
    }),
    ...(leads_away !== undefined && { 303: { description: `Leads elsewhere: ${leads_away}.`, headers: location } }),
  }
}

function failuresOf(endpoint: Endpoint): Json {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => errors[code].status)
  const others = { default: { description: 'Any other failure.', content: failureContent(endpoint) } }
  const named = Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${remedyAt('api', code)}`).join('\n\n'),
        ...(codes.some((code) => waits.includes(code)) && { headers: retryAfter }),
        content: failureContent(endpoint),
      },
    ]),
  )
  return { ...named, ...others }
}

/** Errors that report when to retry; where a status has other errors as well, the header may be missing. */
const waits: readonly ErrorCode[] = ['rate_limited', 'queue_full', 'overloaded']
const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } }

/** People get a page and programs get JSON; failures before the caller is known are JSON. */
function failureContent({ path, returns, form }: Endpoint): Json {
  const isForPeople = form === true || (returns.as === 'page' && !path.startsWith('/api'))
  return {
    'application/json': { schema: { $ref: '#/components/schemas/Error' } },
    ...(isForPeople && { 'text/html': { schema: { type: 'string' } } }),
  }
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

/** Shapes of request bodies: their fields with a default may be omitted, so they are no shapes of responses. */
const taking = new Set((Object.values(endpoints) as Endpoint[]).map(({ body }) => body))
const [takenShapes = [], answeredShapes = []] = [true, false].map((isTaken) =>
  Object.entries(shapes).filter(([, schema]) => taking.has(schema) === isTaken),
)

const nameOf = new Map(Object.entries(shapes).map(([name, schema]) => [schema, name]))

/** Converts to plain JSON Schema, with references to named shapes; `within` is the shape being described. */
export function bare(schema: TSchema, within?: string): Json {
  const name = nameOf.get(schema)
  if (name !== undefined && name !== within) return { $ref: `#/components/schemas/${name}` }
  // The default of a section adds nothing, because each of its fields has its own.
  if (schema.properties !== undefined && schema.default !== undefined) {
    const { default: _, ...rest } = schema
    return bare(rest as TSchema, within)
  }
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

/** Detects a choice of constants, which reads better as an enumeration. */
function literalsOf({ anyOf }: TSchema): unknown[] | undefined {
  const values = (anyOf as TSchema[] | undefined)?.map((inner) => inner.const)
  return values !== undefined && values.length > 1 && values.every((value) => value !== undefined) ? values : undefined
}
