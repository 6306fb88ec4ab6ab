import { expect, it } from 'vitest'
import { isSwitchedOn } from './plugin-configuration.ts'

it.each(['webhook', 'rules', 'stats'])('%s is disabled until it is switched on', (name) => {
  expect(isSwitchedOn({}, name)).toBe(false)
  expect(isSwitchedOn({ [name]: { enabled: false } }, name)).toBe(false)
  expect(isSwitchedOn({ [name]: { enabled: true } }, name)).toBe(true)
})

it('a property that every object inherits is not a plugin', () => {
  expect(isSwitchedOn({}, 'constructor')).toBe(false)
})
