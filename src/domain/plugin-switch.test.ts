import { expect, it } from 'vitest'
import { isSwitchedOn } from './plugin-switch.ts'

it.each(['webhook', 'rules', 'stats'])('%s is off until it is switched on', (name) => {
  expect(isSwitchedOn({}, name)).toBe(false)
  expect(isSwitchedOn({ [name]: { enabled: false } }, name)).toBe(false)
  expect(isSwitchedOn({ [name]: { enabled: true } }, name)).toBe(true)
})

it('what every object has is no plugin', () => {
  expect(isSwitchedOn({}, 'constructor')).toBe(false)
})
