import { expect, it } from 'vitest'
import { isSwitchedOn } from './plugin-configuration.ts'

it.each(['webhook', 'rules'])('%s is disabled until it is switched on', (name) => {
  expect(isSwitchedOn({}, name)).toBe(false)
  expect(isSwitchedOn({ [name]: { enabled: false } }, name)).toBe(false)
  expect(isSwitchedOn({ [name]: { enabled: true } }, name)).toBe(true)
})

it('statistics are enabled until they are switched off', () => {
  expect(isSwitchedOn({}, 'stats')).toBe(true)
  expect(isSwitchedOn({ stats: { enabled: true } }, 'stats')).toBe(true)
  expect(isSwitchedOn({ stats: { enabled: false } }, 'stats')).toBe(false)
})

it('a property that every object inherits is not a plugin', () => {
  expect(isSwitchedOn({}, 'constructor')).toBe(false)
})
