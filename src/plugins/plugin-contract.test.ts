import { expect, it } from 'vitest'
import { checkContract, manifestOf } from './plugin-contract.ts'

const plugin = (statics: Record<string, unknown> = {}, methods: Record<string, unknown> = {}) => {
  class Made {}
  Object.assign(Made, { NAME: 'made', TIER: 'official', SETTINGS_SCHEMA: {}, ...statics })
  Object.assign(Made.prototype, { async start() {}, async stop() {}, async on_inbound() {}, ...methods })
  return Made
}
const violationOf = (statics: Record<string, unknown>, methods?: Record<string, unknown>) => {
  const checked = checkContract({ default: plugin(statics, methods) })
  return 'violation' in checked ? checked.violation : undefined
}

it('accepts a class that fulfils the contract, as the default or a named export', () => {
  const Made = plugin({ DISPLAY_NAME: 'Made' })
  expect(checkContract({ default: Made })).toEqual({ plugin: Made })
  expect(checkContract({ helper: () => 1, Made })).toEqual({ plugin: Made })
  expect(manifestOf(Made as never)).toMatchObject({ name: 'made', display_name: 'Made', description: null })
})

it('names what is missing or wrong', () => {
  expect(violationOf({ NAME: 'Not Snake' })).toContain('NAME')
  for (const NAME of ['bridge', 'web']) expect(violationOf({ NAME })).toContain('own entries in log and mirror')
  expect(violationOf({ TIER: 'root' })).toContain('TIER')
  expect(violationOf({ SETTINGS_SCHEMA: [] })).toContain('SETTINGS_SCHEMA')
  expect(violationOf({ DISPLAY_NAME: 5 })).toContain('DISPLAY_NAME')
  expect(violationOf({ DESCRIPTION: 5 })).toContain('DESCRIPTION')
  expect(violationOf({}, { on_inbound: undefined, stop: 1 })).toBe('the class lacks the method stop, on_inbound')
})

it('records where the plugin wants to connect, and for what reason', () => {
  const network = [{ host: 'api.telegram.org', port: 443, reason: 'To send and fetch messages.' }]
  expect(manifestOf(plugin({ NETWORK: network }) as never).network).toEqual(network)
  expect(manifestOf(plugin() as never).network).toEqual([])
})

it.each([
  ['api.telegram.org', 'not a list'],
  [['api.telegram.org'], 'a place has a host'],
  [[{ host: 'a.example', port: 443 }], 'needs a short reason'],
  [[{ host: '*', port: 443, reason: 'why not' }], 'is no host'],
  [[{ host: 'a.example', port: '443', reason: 'text' }], 'a port is a number'],
])('names the problem of NETWORK %j', (network, problem) => {
  expect(violationOf({ NETWORK: network })).toContain(problem)
})

it('records its texts in other languages', () => {
  const TRANSLATIONS = { de: { description: 'Sendet.', settings: { url: { title: 'Adresse' } } } }
  expect(manifestOf(plugin({ TRANSLATIONS }) as never).translations).toEqual(TRANSLATIONS)
  expect(manifestOf(plugin() as never).translations).toEqual({})
})

it.each([
  ['German', 'not an object'],
  [{ German: {} }, 'no language'],
  [{ de: 'Sendet.' }, 'TRANSLATIONS.de'],
  [{ de: { description: 5 } }, 'no texts'],
  [{ de: { settings: { url: 'Adresse' } } }, 'no texts'],
  [{ de: { settings: { url: { options: { a: 1 } } } } }, 'no texts'],
])('names the problem of TRANSLATIONS %j', (TRANSLATIONS, problem) => {
  expect(violationOf({ TRANSLATIONS })).toContain(problem)
})

it('rejects a module without such a class', () => {
  for (const module of [{}, { default: {} }, { default: () => 1 }, { x: class {} }])
    expect(checkContract(module)).toHaveProperty('violation')
})
