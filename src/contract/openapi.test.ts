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

// As it goes over the wire.
const document = JSON.parse(JSON.stringify(openApi('1.2.3')))
const operation = (name: keyof typeof endpoints): Operation => {
  const { path, method } = endpoints[name]
  return document.paths[path.replace('*', '{rest}')][method.toLowerCase()]
}

test('it is valid OpenAPI 3.1, with every reference resolved', async () => {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)]
  expect(references.filter(([, name]) => !(String(name) in document.components.schemas))).toEqual([])
})

test.each(Object.entries(endpoints) as [keyof typeof endpoints, Endpoint][])('%s is described', (name, endpoint) => {
  const described = operation(name)
  expect([described.operationId, described.summary]).toEqual([name, endpoint.summary])
  expect(described.security).toEqual(endpoint.scope === 'open' ? [] : [{ key: [endpoint.scope] }, { session: [] }])
  expect(described.requestBody !== undefined).toBe(endpoint.body !== undefined)
  const statuses = (endpoint.errors ?? []).map((code) => String(errors[code].status))
  expect(Object.keys(described.responses)).toEqual(expect.arrayContaining(statuses))
  const named = Object.keys({ ...endpoint.path_params?.properties, ...endpoint.query?.properties })
  expect(described.parameters?.map((parameter) => parameter.name) ?? []).toEqual(expect.arrayContaining(named))
})

test('shapes that have a name are referred to by it', () => {
  expect(operation('list_messages').responses['200']?.content?.['application/json']?.schema).toMatchObject({
    type: 'array',
    items: { $ref: '#/components/schemas/Message' },
  })
  expect(document.components.schemas.Message.properties.attachments.items).toEqual({
    $ref: '#/components/schemas/Attachment',
  })
  expect(Object.keys(document.components.schemas)).toEqual([...Object.keys(shapes), 'Error'])
})

test('a file is part of a form, and the header that keeps a message from being sent twice is told', () => {
  const { parameters, requestBody } = operation('send_file')
  expect(parameters).toMatchObject([{ name: 'Idempotency-Key', in: 'header', required: false }])
  expect(requestBody?.content).toMatchObject({
    'multipart/form-data': {
      schema: { properties: { handle: {}, file: { type: 'string' } }, required: expect.arrayContaining(['file']) },
    },
  })
  expect(operation('send').parameters).toMatchObject([{ name: 'Idempotency-Key' }])
})

test('what has a default may be left out', () => {
  const limit = operation('list_messages').parameters?.find(({ name }) => name === 'limit')
  expect(limit).toMatchObject({ required: false, schema: { default: 100, maximum: 500 } })
})
