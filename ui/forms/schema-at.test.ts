import { expect, test } from 'vitest'
import { schemaAt, schemaOf } from './schema-at.ts'

const port = { type: 'integer', minimum: 0 }
const host = { type: 'string' }
const schema = {
  type: 'object',
  properties: {
    web: { type: 'object', properties: { port, host } },
    rows: { type: ['array', 'null'], items: { properties: { host } } },
    plugins: { type: 'object', additionalProperties: { properties: { host } } },
  },
}

test.each<[(string | number)[], object]>([
  [[], schema],
  [['web', 'port'], port],
  [['rows', 3, 'host'], host],
  [['plugins', 'mail', 'host'], host],
  [['web', 'none', 'deeper'], {}],
])('at %j', (path, expected) => {
  expect(schemaAt(schema, path)).toEqual(expected)
})

test('keeps only the given paths', () => {
  expect(schemaOf(schema, [['web', 'port'], ['rows']])).toEqual({
    type: 'object',
    properties: { web: { type: 'object', properties: { port } }, rows: schema.properties.rows },
  })
})
