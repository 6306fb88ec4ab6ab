import { describe, expect, test } from 'vitest'
import { type Field, fieldOf, fieldsOf } from './field.ts'
import type { Schema } from './schema.ts'

/** Summarizes a field for the tables below: its kind and its essential properties. */
const shortly = (field: Field) => {
  const { kind } = field
  switch (kind) {
    case 'text':
      return field.isLong ? 'text long' : `text ${field.input}`
    case 'number':
      return `number${field.isWhole ? ' whole' : ''} ${[field.min, field.max].map((n) => n ?? '').join(' ')}`
    case 'choice':
    case 'checklist':
      return `${kind} ${field.options.map(({ title }) => title).join('|')}`
    case 'chips':
      return `chips of ${field.ofNumbers ? 'numbers' : 'texts'}`
    default:
      return kind
  }
}

const text = { type: 'string' }
const branch = (kind: string) => ({ type: 'object', properties: { kind: { const: kind } } })

const table: [string, Schema, string][] = [
  ['a string', text, 'text text'],
  ['an address of the web', { ...text, format: 'uri' }, 'text url'],
  ['an e-mail address', { ...text, format: 'email' }, 'text email'],
  ['a format that nobody knows', { ...text, format: 'iban' }, 'text text'],
  ['a long text', { ...text, contentMediaType: 'text/plain' }, 'text long'],
  ['a pattern', { ...text, pattern: '^a+$' }, 'text text'],
  ['a string or null', { type: ['string', 'null'] }, 'text text'],
  ['null or a string', { anyOf: [{ type: 'null' }, { ...text, format: 'email' }] }, 'text email'],
  ['values to choose from', { ...text, enum: ['a', 'b'] }, 'choice a|b'],
  ['values of several kinds', { enum: ['a', 1, true] }, 'choice a|1|true'],
  ['numbers to choose from', { type: 'integer', enum: [4, 5] }, 'choice 4|5'],
  ['values with titles', { oneOf: [{ const: 'a', title: 'First' }, { const: 'b' }] }, 'choice First|b'],
  ['values of anyOf', { anyOf: [{ const: 0 }, { const: 30 }] }, 'choice 0|30'],
  ['values or null', { type: ['string', 'null'], enum: ['a', null] }, 'choice |a'],
  ['values of anyOf or null', { anyOf: [{ const: 'a' }, { const: 'b' }, { type: 'null' }] }, 'choice |a|b'],
  ['no values', { enum: [] }, 'json'],
  ['a number', { type: 'number' }, 'number  '],
  ['a whole number with bounds', { type: 'integer', minimum: 1, maximum: 9 }, 'number whole 1 9'],
  ['a number above a bound', { type: 'number', exclusiveMinimum: 0 }, 'number 0 '],
  ['a number or null', { anyOf: [{ type: 'number' }, { type: 'null' }] }, 'number  '],
  ['yes or no', { type: 'boolean' }, 'switch'],
  ['yes, no or null', { type: ['boolean', 'null'] }, 'choice |true|false'],
  ['a constant', { const: 1 }, 'constant'],
  ['a list of strings', { type: 'array', items: text }, 'chips of texts'],
  ['a list of numbers', { type: 'array', items: { type: 'integer' } }, 'chips of numbers'],
  ['a list of choices', { type: 'array', items: { enum: ['a', 'b'] } }, 'checklist a|b'],
  ['a list without a type', { items: text }, 'chips of texts'],
  ['a list of objects', { type: 'array', items: { type: 'object', properties: { a: text } } }, 'json'],
  ['a list of variants', { type: 'array', items: { oneOf: [branch('a'), branch('b')] } }, 'json'],
  ['a list of lists', { type: 'array', items: { type: 'array', items: text } }, 'json'],
  ['a list of anything', { type: 'array' }, 'json'],
  ['a list or null', { type: ['array', 'null'], items: text }, 'json'],
  ['a tuple', { type: 'array', prefixItems: [text] }, 'json'],
  ['an object', { type: 'object', properties: { a: text } }, 'group'],
  ['an object without a type', { properties: { a: text } }, 'group'],
  ['an object or null', { type: ['object', 'null'], properties: { a: text } }, 'json'],
  ['texts by name', { type: 'object', additionalProperties: text }, 'map'],
  ['numbers by name', { type: 'object', additionalProperties: { type: 'number' } }, 'json'],
  ['anything by name', { type: 'object' }, 'json'],
  ['objects of several kinds', { oneOf: [branch('a'), branch('b')] }, 'json'],
  ['an object with a condition', { properties: { a: text }, if: { required: ['a'] } }, 'json'],
  ['an object of several schemas', { properties: { a: text }, allOf: [{ required: ['a'] }] }, 'json'],
  ['several types', { type: ['string', 'number'] }, 'json'],
  ['a reference', { $ref: '#/$defs/a' }, 'json'],
  ['what must not be', { type: 'string', not: { const: 'a' } }, 'json'],
  ['names by pattern', { type: 'object', patternProperties: { '^a': text } }, 'json'],
  ['nothing', {}, 'json'],
  ['a type that is none', { type: 'thing' }, 'json'],
  ['keywords of wrong types', { type: 'string', enum: 'a', title: 7, minLength: 'x' }, 'text text'],
]

describe('a schema of', () => {
  test.each(table)('%s', (_, schema, expected) => {
    expect(shortly(fieldOf('a', schema))).toBe(expected)
  })
})

test('uses title and description of the schema, and the name in place of a missing title', () => {
  const schema = { ...text, title: 'Server', description: 'Where', default: 'x', examples: ['y'], readOnly: true }
  expect(fieldOf('smtp_host', schema, { isRequired: true })).toMatchObject({
    title: 'Server',
    description: 'Where',
    initial: 'x',
    example: 'y',
    isReadOnly: true,
    isRequired: true,
  })
  expect([fieldOf('smtp_host', text).title, fieldOf('smtpHost', text).title]).toEqual(['Smtp host', 'Smtp Host'])
})

test('takes the extension keywords', () => {
  expect(fieldOf('a', { ...text, 'x-unit': 's', 'x-restart': true })).toMatchObject({ unit: 's', restart: 'web' })
})

test.each<[string, Schema, boolean]>([
  ['written only', { ...text, writeOnly: true }, true],
  ['a password', { ...text, format: 'password' }, true],
  ['marked by us', { ...text, 'x-secret': true }, true],
  ['a list with one within', { type: 'array', items: { properties: { key: { writeOnly: true } } } }, true],
  ['an object with one by name', { properties: { key: { writeOnly: true } } }, false],
  ['a plain text', text, false],
])('%s: whether it is a secret', (_, schema, expected) => {
  expect(fieldOf('a', schema).isSecret).toBe(expected)
})

test('the fields of an object come in its order, and say which are required', () => {
  const fields = fieldsOf({ properties: { b: text, a: text }, required: ['a'] })
  expect(fields.map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ['b', false],
    ['a', true],
  ])
})
