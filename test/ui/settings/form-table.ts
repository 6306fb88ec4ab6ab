/**
 * Lists schemas that a plugin may have: what is saved, how each field is edited, and the error or value that results.
 */
import type { Locator, Page } from 'playwright-core'

type Role = Parameters<Page['getByRole']>[0]
type Act = (control: Locator) => Promise<unknown>

export interface Row {
  /** The field's title. */
  says: string
  schema: Readonly<Record<string, unknown>>
  /** The saved value before the test edits it; left out where there is none. */
  saved?: unknown
  isNeeded?: true
  role: Role
  /** A text beside or inside the field. */
  shows?: string
  wrong?: { by: Act; says: string }
  change?: { by: Act; becomes: unknown }
}

const text = { type: 'string' }
const fill =
  (value: string): Act =>
  (control) =>
    control.fill(value)
const select =
  (label: string): Act =>
  (control) =>
    control.selectOption({ label })
const press: Act = (control) => control.press('Space')
const add =
  (value: string): Act =>
  async (control) => {
    await control.fill(value)
    await control.press('Enter')
  }
const within =
  (role: Role, name: string, act: Act): Act =>
  (group) =>
    act(group.getByRole(role, { name, exact: true }))
const json = 'Edit this setting as JSON.'
const kind = (value: string, properties: object, required: string[] = []) => ({
  type: 'object',
  title: value,
  required,
  properties: { kind: { const: value }, ...properties },
})

export const table: readonly Row[] = [
  {
    says: 'A text',
    schema: text,
    saved: 'as it was',
    role: 'textbox',
    change: { by: fill('Ünïcode <b>😀</b>'), becomes: 'Ünïcode <b>😀</b>' },
  },
  {
    says: 'A text that is not given',
    schema: { ...text, examples: ['An example'] },
    role: 'textbox',
    change: { by: fill('given'), becomes: 'given' },
  },
  {
    says: 'A text with a default',
    schema: { ...text, default: 'standard' },
    role: 'textbox',
    change: { by: fill(''), becomes: '' },
  },
  {
    says: 'A text or nothing',
    schema: { type: ['string', 'null'] },
    saved: 'x',
    role: 'textbox',
    change: { by: fill(''), becomes: undefined },
  },
  {
    says: 'A needed text',
    schema: text,
    isNeeded: true,
    saved: 'x',
    role: 'textbox',
    wrong: { by: fill(''), says: 'Please fill in this field' },
  },
  {
    says: 'A text that is not short',
    schema: { ...text, minLength: 3 },
    saved: 'abc',
    role: 'textbox',
    wrong: { by: fill('ab'), says: 'At least 3 characters' },
  },
  {
    says: 'A text that is not long',
    schema: { ...text, maxLength: 3 },
    saved: 'abc',
    role: 'textbox',
    wrong: { by: fill('abcd'), says: 'At most 3 characters' },
  },
  {
    says: 'A text of a form',
    role: 'textbox',
    saved: 'AB12',
    schema: { ...text, pattern: '^[A-Z]{2}\\d{2}$', examples: ['AB12'] },
    wrong: { by: fill('ab'), says: '“ab” does not have the expected form. Example: AB12' },
    change: { by: fill('CD34'), becomes: 'CD34' },
  },
  {
    says: 'A text of many lines',
    schema: { ...text, contentMediaType: 'text/plain' },
    saved: 'a\nb',
    role: 'textbox',
    change: { by: fill('one\ntwo'), becomes: 'one\ntwo' },
  },
  {
    says: 'An address',
    schema: { ...text, format: 'uri' },
    saved: 'https://a.example/',
    role: 'textbox',
    wrong: { by: fill('a b'), says: '“a b” is not an address, such as https://example.org' },
  },
  {
    says: 'An e-mail address',
    schema: { ...text, format: 'email' },
    saved: 'a@b.example',
    role: 'textbox',
    wrong: { by: fill('a'), says: '“a” is not an email address' },
  },
  {
    says: 'A server',
    schema: { ...text, format: 'hostname' },
    saved: 'mail.example',
    role: 'textbox',
    wrong: { by: fill('a b'), says: '“a b” is not a server name, such as mail.example.org' },
  },
  {
    says: 'A form that nobody knows',
    schema: { ...text, format: 'iban' },
    saved: 'x',
    role: 'textbox',
    change: { by: fill('y'), becomes: 'y' },
  },
  {
    says: 'A number',
    schema: { type: 'number' },
    saved: 1.5,
    role: 'textbox',
    wrong: { by: fill('many'), says: '“many” is not a number' },
    change: { by: fill('2,25'), becomes: 2.25 },
  },
  {
    says: 'A number with bounds',
    schema: { type: 'number', minimum: 1, maximum: 9 },
    saved: 3,
    role: 'textbox',
    wrong: { by: fill('10'), says: '“10” is not a number from 1 to 9' },
  },
  {
    says: 'A whole number',
    schema: { type: 'integer', 'x-unit': 'MB' },
    saved: 3,
    role: 'textbox',
    shows: 'MB',
    wrong: { by: fill('1.5'), says: '“1.5” is not a whole number' },
    change: { by: fill('1e3'), becomes: 1000 },
  },
  {
    says: 'A number above',
    schema: { type: 'number', exclusiveMinimum: 0 },
    saved: 1,
    role: 'textbox',
    wrong: { by: fill('0'), says: 'More than 0' },
  },
  {
    says: 'On or off',
    schema: { type: 'boolean' },
    saved: true,
    role: 'switch',
    change: { by: press, becomes: false },
  },
  {
    says: 'On, off or neither',
    schema: { type: ['boolean', 'null'] },
    saved: true,
    role: 'combobox',
    change: { by: select('No'), becomes: false },
  },
  {
    says: 'One of some',
    schema: { ...text, enum: ['a', 'b'] },
    saved: 'a',
    role: 'combobox',
    change: { by: select('b'), becomes: 'b' },
  },
  {
    says: 'One of some kinds',
    schema: { enum: ['a', 1, true] },
    saved: 'a',
    role: 'combobox',
    change: { by: select('1'), becomes: 1 },
  },
  {
    says: 'One with a title',
    role: 'combobox',
    saved: 1,
    schema: {
      oneOf: [
        { const: 1, title: 'Rarely' },
        { const: 9, title: 'Often' },
      ],
    },
    change: { by: select('Often'), becomes: 9 },
  },
  { says: 'A constant', schema: { const: 7 }, saved: 7, role: 'status', shows: '7' },
  {
    says: 'Some texts',
    schema: { type: 'array', items: text },
    saved: ['a'],
    role: 'textbox',
    change: { by: add('b'), becomes: ['a', 'b'] },
  },
  {
    says: 'Some numbers',
    schema: { type: 'array', items: { type: 'number' } },
    saved: [1],
    role: 'textbox',
    change: { by: add('2,5'), becomes: [1, 2.5] },
  },
  {
    says: 'Some texts, each once',
    role: 'textbox',
    saved: ['a'],
    schema: { type: 'array', items: text, uniqueItems: true },
    wrong: { by: add('a'), says: 'No duplicates' },
  },
  {
    says: 'Some addresses',
    role: 'textbox',
    saved: ['a@b.example'],
    schema: { type: 'array', items: { ...text, format: 'email' } },
    wrong: { by: add('nobody'), says: '“nobody” is not an email address' },
  },
  {
    says: 'Any of some',
    role: 'group',
    saved: ['a'],
    schema: { type: 'array', items: { enum: ['a', 'b'] } },
    change: { by: within('checkbox', 'b', press), becomes: ['a', 'b'] },
  },
  {
    says: 'A group',
    role: 'group',
    saved: { inner: 'ab', unknown: { deep: [1] } },
    schema: { type: 'object', properties: { inner: { ...text, minLength: 2, title: 'Inner' } } },
    wrong: { by: within('textbox', 'Inner', fill('x')), says: 'At least 2 characters' },
    change: { by: within('textbox', 'Inner', fill('bc')), becomes: { inner: 'bc', unknown: { deep: [1] } } },
  },
  {
    says: 'Some groups',
    saved: [{ inner: 'a', unknown: 1 }],
    role: 'textbox',
    shows: json,
    schema: { type: 'array', items: { type: 'object', properties: { inner: { ...text, minLength: 1 } } } },
    wrong: { by: fill('[{"inner": ""}]'), says: 'Please fill in this field' },
    change: { by: fill('[{"inner": "b", "unknown": 1}]'), becomes: [{ inner: 'b', unknown: 1 }] },
  },
  {
    says: 'One of several kinds',
    saved: { kind: 'post', street: 's' },
    role: 'textbox',
    shows: json,
    schema: { oneOf: [kind('mail', { to: { ...text, format: 'email' } }, ['to']), kind('post', { street: text })] },
    change: { by: fill('{"kind": "mail", "to": "a@b.example"}'), becomes: { kind: 'mail', to: 'a@b.example' } },
  },
  {
    says: 'Texts by name',
    role: 'group',
    saved: { first: 'a' },
    schema: { type: 'object', additionalProperties: text },
    change: { by: within('textbox', 'Value of first', fill('b')), becomes: { first: 'b' } },
  },
  {
    says: 'What a condition adds to',
    saved: { mode: 'digest', minutes: 5 },
    role: 'textbox',
    shows: json,
    schema: {
      type: 'object',
      properties: { mode: { enum: ['each', 'digest'] } },
      if: { properties: { mode: { const: 'digest' } }, required: ['mode'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { minutes: { type: 'integer', minimum: 1 } }, required: ['minutes'] },
    },
    change: { by: fill('{"mode": "digest", "minutes": 9}'), becomes: { mode: 'digest', minutes: 9 } },
  },
  {
    says: 'What is only read',
    schema: { ...text, readOnly: true },
    saved: 'fixed',
    role: 'textbox',
  },
  {
    says: 'What is explained',
    saved: 'x',
    role: 'textbox',
    shows: 'More',
    schema: { ...text, description: 'In `code`. [More](https://example.org/)' },
  },
  {
    says: '<img src=x onerror=alert(1)>',
    saved: '</textarea><script>',
    role: 'textbox',
    shows: '<script>alert(2)</script>',
    schema: { ...text, description: '<script>alert(2)</script>' },
  },
  {
    says: 'A reference',
    schema: { $ref: '#/$defs/none' },
    saved: { a: 1 },
    role: 'textbox',
    shows: json,
    change: { by: fill('{"a": 2}'), becomes: { a: 2 } },
    wrong: { by: fill('{"a": '), says: 'Invalid JSON' },
  },
  { says: 'A tuple', schema: { type: 'array', prefixItems: [text] }, saved: ['a', 1], role: 'textbox', shows: json },
  {
    says: 'Lists of lists',
    schema: { type: 'array', items: { type: 'array' } },
    saved: [[1]],
    role: 'textbox',
    shows: json,
  },
  {
    says: 'Names by form',
    schema: { type: 'object', patternProperties: { '^a': text } },
    role: 'textbox',
    shows: json,
    saved: { ab: 'x' },
  },
  { says: 'What must not be', schema: { not: { const: 1 } }, saved: 2, role: 'textbox', shows: json },
  { says: 'Of several types', schema: { type: ['string', 'number'] }, saved: 3, role: 'textbox', shows: json },
  { says: 'Of no type', schema: {}, saved: { any: [null, 'thing'] }, role: 'textbox', shows: json },
]
