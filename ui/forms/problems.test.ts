import { expect, test } from 'vitest'
import { meantBy } from './half-json.ts'
import { problemsOf } from './problems.ts'
import type { Schema } from './schema.ts'

const text = { type: 'string' }
const of = (property: Schema, more: Schema = {}) => ({ type: 'object', properties: { a: property }, ...more })
const variants = {
  oneOf: [
    { properties: { kind: { const: 'mail' }, to: { ...text, format: 'email' } }, required: ['kind', 'to'] },
    { properties: { kind: { const: 'post' }, street: text }, required: ['kind', 'street'] },
  ],
}

const right: [string, Schema, unknown][] = [
  ['all is right', of({ ...text, minLength: 1 }), { a: 'x' }],
  ['nothing is needed', of(text), {}],
  ['a default stands in', of({ ...text, default: 'x' }, { required: ['a'] }), {}],
  [
    'a secret is set already',
    of({ ...text, writeOnly: true, minLength: 9 }, { required: ['a'] }),
    { a: { set: true } },
  ],
  ['a header is a secret', of({ type: 'object', additionalProperties: text }), { a: { Authorization: { set: true } } }],
  ['null is allowed', of({ anyOf: [{ ...text, minLength: 3 }, { type: 'null' }] }), { a: null }],
  ['a branch is for the service to judge', of(variants), { a: { kind: 'mail', to: 'x' } }],
  ['a key is unknown', of(text, { additionalProperties: false }), { a: 'x', b: 1 }],
  ['the pattern itself is wrong', of({ ...text, pattern: '(' }), { a: 'x' }],
]

test.each(right)('finds nothing when %s', async (_, schema, values) => {
  expect(await problemsOf(schema, values)).toEqual([])
})

const wrong: [string, Schema, unknown, string, string][] = [
  ['missing', of(text, { required: ['a'] }), {}, 'a', 'required'],
  ['empty', of({ ...text, minLength: 1 }), { a: '' }, 'a', 'required'],
  ['too short', of({ ...text, minLength: 3 }), { a: 'x' }, 'a', 'min_length'],
  ['too long', of({ ...text, maxLength: 1 }), { a: 'xx' }, 'a', 'max_length'],
  ['out of bounds', of({ type: 'integer', minimum: 1, maximum: 9 }), { a: 10 }, 'a', 'between'],
  ['too small', of({ type: 'number', minimum: 1 }), { a: 0 }, 'a', 'at_least'],
  ['too large', of({ type: 'number', maximum: 1 }), { a: 2 }, 'a', 'at_most'],
  ['not more than', of({ type: 'number', exclusiveMinimum: 1 }), { a: 1 }, 'a', 'more_than'],
  ['no number', of({ type: 'number' }), { a: 'x' }, 'a', 'number'],
  ['not whole', of({ type: 'integer' }), { a: 1.5 }, 'a', 'whole'],
  ['no choice', of({ enum: ['x'] }), { a: 'y' }, 'a', 'choice'],
  ['no choice of anyOf', of({ anyOf: [{ const: 1 }, { const: 2 }] }), { a: 3 }, 'a', 'choice'],
  ['no e-mail address', of({ ...text, format: 'email' }), { a: 'x' }, 'a', 'email'],
  ['no address', of({ ...text, format: 'uri' }), { a: 'x y' }, 'a', 'uri'],
  ['no host', of({ ...text, format: 'hostname' }), { a: 'a b' }, 'a', 'hostname'],
  ['not of the pattern', of({ ...text, pattern: '^x$' }), { a: 'y' }, 'a', 'form'],
  [
    'not of the pattern with an example',
    of({ ...text, pattern: '^x$', examples: ['x'] }),
    { a: 'y' },
    'a',
    'form_example',
  ],
  ['too few', of({ type: 'array', items: text, minItems: 1 }), { a: [] }, 'a', 'min_items'],
  [
    'one of many wrong',
    of({ type: 'array', items: { ...text, format: 'email' } }),
    { a: ['x@y.z', 'x'] },
    'a.1',
    'email',
  ],
  ['twice', of({ type: 'array', items: text, uniqueItems: true }), { a: ['x', 'x'] }, 'a', 'unique'],
  ['within', of(of({ ...text, minLength: 2 })), { a: { a: 'x' } }, 'a.a', 'min_length'],
  ['in a row', of({ type: 'array', items: of(text, { required: ['a'] }) }), { a: [{}] }, 'a.0.a', 'required'],
  [
    'not null and too short',
    of({ anyOf: [{ ...text, minLength: 3 }, { type: 'null' }] }),
    { a: 'x' },
    'a',
    'min_length',
  ],
]

test.each(wrong)('%s: the problem is reported at its path', async (_, schema, values, place, problem) => {
  expect(await problemsOf(schema, values)).toEqual([
    expect.objectContaining({ place, text: `forms.problem_${problem}` }),
  ])
})

test('a property with an invalid schema does not keep others from being checked', async () => {
  const properties = {
    broken: { $ref: '#/$defs/none' },
    bad: { ...text, pattern: '(' },
    a: text,
    b: { type: 'number' },
  }
  const schema = { type: 'object', properties, required: ['a'] }
  expect(await problemsOf(schema, { broken: 1, bad: 'x', b: 'y' })).toMatchObject([
    { place: 'a', text: 'forms.problem_required' },
    { place: 'b', text: 'forms.problem_number' },
  ])
})

test('incomplete JSON is a problem whatever the schema allows', async () => {
  expect(await problemsOf(of({}), { a: meantBy('[1, ') })).toMatchObject([{ place: 'a', text: 'forms.problem_json' }])
})

test('a problem repeats the value that is wrong, unless that is a secret or long', async () => {
  const given = async (property: Schema, value: unknown) => (await problemsOf(of(property), { a: value }))[0]?.given
  const pattern = { ...text, pattern: '^x$' }
  expect(await given(pattern, 'y')).toBe('y')
  expect(await given({ type: 'integer' }, 1.5)).toBe('1.5')
  expect(await given({ type: 'array', items: { ...text, format: 'email' } }, ['nobody'])).toBe('nobody')
  expect(await given({ ...pattern, writeOnly: true }, 'y')).toBeUndefined()
  expect(await given({ type: 'array', items: { ...pattern, writeOnly: true } }, ['y'])).toBeUndefined()
  expect(await given(of({ ...pattern, format: 'password' }), { a: 'y' })).toBeUndefined()
  expect(await given(pattern, 'y'.repeat(61))).toBeUndefined()
})
