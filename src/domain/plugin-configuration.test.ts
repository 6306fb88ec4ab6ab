import { expect, it } from 'vitest'
import { isSwitchedOn, needsRelay } from './plugin-configuration.ts'

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

it.each([
  ['nothing', {}, [], false],
  ['what changes and counts nothing by itself', { rules: { enabled: true }, stats: { enabled: true } }, [], false],
  ['a plugin that is off', { webhook: { enabled: false } }, [], false],
  ['a plugin that is on', { webhook: { enabled: true } }, [], true],
  ['a rule', { rules: { enabled: true } }, [{ enabled: true }], true],
  ['a rule that is off', { rules: { enabled: true } }, [{ enabled: false }], false],
  ['a rule, while rules are off', { rules: { enabled: false } }, [{ enabled: true }], false],
])('the relay is needed or not: %s', (_, integrations, rules, expected) => {
  expect(needsRelay({ integrations, rules: rules as never })).toBe(expected)
})
