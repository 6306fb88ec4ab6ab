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

it('accepts a class that fulfils the contract, as default or under a name', () => {
  const Made = plugin({ DISPLAY_NAME: 'Made' })
  expect(checkContract({ default: Made })).toEqual({ plugin: Made })
  expect(checkContract({ helper: () => 1, Made })).toEqual({ plugin: Made })
  expect(manifestOf(Made as never)).toMatchObject({ name: 'made', display_name: 'Made', description: null })
})

it('says what is missing or wrong', () => {
  expect(violationOf({ NAME: 'Not Snake' })).toContain('NAME')
  expect(violationOf({ TIER: 'root' })).toContain('TIER')
  expect(violationOf({ SETTINGS_SCHEMA: [] })).toContain('SETTINGS_SCHEMA')
  expect(violationOf({ DISPLAY_NAME: 5 })).toContain('DISPLAY_NAME')
  expect(violationOf({ DESCRIPTION: 5 })).toContain('DESCRIPTION')
  expect(violationOf({}, { on_inbound: undefined, stop: 1 })).toBe('the class lacks the method stop, on_inbound')
})

it('refuses a module without such a class', () => {
  for (const module of [{}, { default: {} }, { default: () => 1 }, { x: class {} }])
    expect(checkContract(module)).toHaveProperty('violation')
})
