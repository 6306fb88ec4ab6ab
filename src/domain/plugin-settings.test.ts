import { expect, test } from 'vitest'
import { settingsProblem } from './changeable-settings.ts'
import { hideSecrets, withoutShownSecrets } from './plugin-settings.ts'

const schema = {
  type: 'object',
  properties: {
    url: { type: 'string' },
    secret: { type: 'string', writeOnly: true },
    pin: { type: 'string', format: 'password' },
    seed: { type: 'string', 'x-secret': true },
    token_url: { type: 'string' },
    account: { type: 'object', properties: { name: { type: 'string' }, key: { type: 'string', writeOnly: true } } },
    keys: { type: 'array', items: { type: 'string', writeOnly: true } },
    headers: { type: 'object', additionalProperties: { type: 'string', format: 'password' } },
  },
}
const values = {
  enabled: true,
  url: 'https://example.org',
  secret: 'whsec_1',
  pin: '',
  seed: 'SU…',
  token_url: 'https://example.org/token',
  account: { name: 'Ann', key: 'k' },
  keys: ['a', 'b'],
  headers: { authorization: 'Bearer x' },
}
const shown = {
  enabled: true,
  url: 'https://example.org',
  secret: { set: true },
  pin: { set: false },
  seed: { set: true },
  token_url: 'https://example.org/token',
  account: { name: 'Ann', key: { set: true } },
  keys: { set: true },
  headers: { set: true },
}

test('settings that the schema marks as secret are shown as set or not set, at any depth', () => {
  expect(hideSecrets(values, schema)).toEqual(shown)
})

test('a secret sent back as it was shown changes nothing', () => {
  expect(withoutShownSecrets(shown, schema)).toEqual({
    enabled: true,
    url: 'https://example.org',
    token_url: 'https://example.org/token',
    account: { name: 'Ann' },
  })
})

test('a new secret is stored, and null removes one', () => {
  const patch = { secret: 'new', pin: null, account: { key: 'other' }, keys: [] }
  expect(withoutShownSecrets(patch, schema)).toEqual(patch)
})

test('for headers that the user adds, the name decides', () => {
  const headers = { Authorization: 'Bearer x', 'X-Api-Key': 'k', Cookie: 'c', 'X-Sender': 'relay' }
  const open = { properties: { headers: { type: 'object', additionalProperties: { type: 'string' } } } }
  const hidden = { set: true }
  expect(hideSecrets({ headers }, open)).toEqual({
    headers: { Authorization: hidden, 'X-Api-Key': hidden, Cookie: hidden, 'X-Sender': 'relay' },
  })
})

test('without a schema, and for settings that the schema does not describe, the name decides', () => {
  const unknown = { bot_token: 't', apiKey: 'k', nested: { password: 'p' }, url: 'u' }
  const hidden = { bot_token: { set: true }, apiKey: { set: true }, nested: { password: { set: true } }, url: 'u' }
  expect(hideSecrets(unknown, undefined)).toEqual(hidden)
  expect(hideSecrets(unknown, schema)).toEqual({ ...hidden, url: 'u' })
})

test.each<[string, object]>([
  ['writeOnly', { writeOnly: true }],
  ['format: password', { format: 'password' }],
  ['x-secret', { 'x-secret': true }],
  ['a secret in a branch', { anyOf: [{ type: 'string', 'x-secret': true }] }],
])('a setting that is hidden for %s is none that the plugin may change from the page', (_what, mark) => {
  const own = { type: 'object', properties: { colour: { type: 'string', ...mark } } }
  expect(hideSecrets({ colour: 'red' }, own)).toEqual({ colour: { set: true } })
  expect(settingsProblem({ colour: 'blue' }, own)).toBe('colour is for the user alone to change')
})
