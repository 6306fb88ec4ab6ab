import { expect, it } from 'vitest'
import { isSwitchedOn } from './plugin-switch.ts'

it('a plugin is off until it is switched on', () => {
  expect(isSwitchedOn({}, 'webhook')).toBe(false)
  expect(isSwitchedOn({ webhook: { enabled: false } }, 'webhook')).toBe(false)
  expect(isSwitchedOn({ webhook: { enabled: true } }, 'webhook')).toBe(true)
})

it('rules are on until they are switched off', () => {
  expect(isSwitchedOn({}, 'rules')).toBe(true)
  expect(isSwitchedOn({ rules: { enabled: false } }, 'rules')).toBe(false)
})

it('what every object has is no plugin', () => {
  expect(isSwitchedOn({}, 'constructor')).toBe(false)
})
