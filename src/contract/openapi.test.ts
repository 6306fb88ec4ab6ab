import { Validator as JsonSchema } from '@cfworker/json-schema'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { errors } from './errors.ts'
import { openApi } from './openapi.ts'
import { shapes } from './shapes.ts'

interface Operation {
  operationId: string
  summary: string
  security: unknown[]
  parameters?: { name: string; in: string; required?: boolean; schema: object }[]
  requestBody?: { content: object }
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>
}

type Body = { properties?: Record<string, { default?: unknown }>; required?: string[] }
type Schema = Record<string, unknown>

function eachSchema(value: unknown, look: (schema: Schema) => void): void {
  if (typeof value !== 'object' || value === null) return
  if ('default' in value) look(value as Schema)
  for (const inner of Object.values(value)) eachSchema(inner, look)
}

// Serialised as it is sent to clients.
const document = JSON.parse(JSON.stringify(openApi('1.2.3')))
const operation = (name: keyof typeof endpoints): Operation => {
  const { path, method } = endpoints[name]
  return document.paths[path.replace('*', '{rest}')][method.toLowerCase()]
}

test('the document is valid OpenAPI 3.1, and every reference resolves', async () => {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)]
  expect(references.filter(([, name]) => !(String(name) in document.components.schemas))).toEqual([])
})

test.each(Object.entries(endpoints) as [keyof typeof endpoints, Endpoint][])(
  '%s is described completely',
  (name, endpoint) => {
    const described = operation(name)
    expect([described.operationId, described.summary]).toEqual([name, endpoint.summary])
    expect(described.security).toEqual(endpoint.scope === 'open' ? [] : [{ key: [] }, { session: [] }, {}])
    expect(described.requestBody !== undefined).toBe(endpoint.body !== undefined)
    const statuses = (endpoint.errors ?? []).map((code) => String(errors[code].status))
    expect(Object.keys(described.responses)).toEqual(expect.arrayContaining(statuses))
    const named = Object.keys({ ...endpoint.path_params?.properties, ...endpoint.query?.properties })
    expect(described.parameters?.map((parameter) => parameter.name) ?? []).toEqual(expect.arrayContaining(named))
  },
)

test('every group has a description', () => {
  expect(document.tags.filter(({ description }: { description?: string }) => description === undefined)).toEqual([])
})

test('named shapes are referenced by name', () => {
  expect(operation('list_messages').responses['200']?.content?.['application/json']?.schema).toMatchObject({
    type: 'array',
    items: { $ref: '#/components/schemas/Message' },
  })
  expect(document.components.schemas.Message.properties.attachments.items).toEqual({
    $ref: '#/components/schemas/Attachment',
  })
  const { schemas, requestBodies } = document.components
  expect([...Object.keys(schemas), ...Object.keys(requestBodies)].toSorted()).toEqual(
    [...Object.keys(shapes), 'Error'].toSorted(),
  )
})

test('fields with a default are optional in requests, and required in responses', () => {
  const { requestBodies, schemas } = document.components
  const bodies = Object.values(document.paths as Record<string, Record<string, Operation>>)
    .flatMap((methods) => Object.values(methods))
    .map(({ requestBody }) => requestBody as { $ref?: string; content?: Record<string, { schema: Body }> } | undefined)
    .map((body) => (body?.$ref === undefined ? body : requestBodies[body.$ref.replace(/^.*\//, '')]))
    .flatMap((body) => Object.values(body?.content ?? {}) as { schema: Body }[])
  const demanded = bodies.flatMap(({ schema: { properties = {}, required = [] } }) =>
    required.filter((name) => properties[name]?.default !== undefined),
  )
  expect([demanded, bodies.length > 20]).toEqual([[], true])
  expect(schemas.Rule.required).toContain('cooldown_s')
})

test('every default matches its own schema', () => {
  const wrong: unknown[] = []
  eachSchema(document, (schema) => {
    if (schema.default === undefined || schema.$ref !== undefined) return
    if (!new JsonSchema(schema, '2020-12', true).validate(schema.default).valid) wrong.push(schema)
  })
  expect(wrong).toEqual([])
})

test('a file is part of a form, and the header against sending twice is documented', () => {
  const { parameters, requestBody } = operation('send_file')
  expect(parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header', required: false }])
  expect(requestBody?.content).toMatchObject({
    'multipart/form-data': {
      schema: { properties: { handle: {}, file: { type: 'string' } }, required: expect.arrayContaining(['file']) },
    },
  })
  expect(operation('send').parameters).toMatchObject([{ name: 'Idempotency-Key' }])
})

test('parameters with a default are optional', () => {
  const limit = operation('list_messages').parameters?.find(({ name }) => name === 'limit')
  expect(limit).toMatchObject({ required: false, schema: { default: 100, maximum: 500 } })
})
