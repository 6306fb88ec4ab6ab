import { expect, test } from 'vitest'
import { leadsUp, sends } from './keys.ts'

const pressed = (key: string, held: object = {}) => ({
  key,
  shiftKey: false,
  altKey: false,
  metaKey: false,
  ctrlKey: false,
  isComposing: false,
  keyCode: 0,
  ...held,
})

test.each([
  ['Enter', {}, true, true],
  ['Enter', {}, false, false],
  ['Enter', { metaKey: true }, false, true],
  ['Enter', { ctrlKey: true }, true, true],
  ['Enter', { shiftKey: true }, true, false],
  ['Enter', { isComposing: true }, true, false],
  ['Enter', { keyCode: 229 }, true, false],
  ['a', {}, true, false],
])('%s with %j, where Enter sends: %s', (key, held, entersSend, expected) => {
  expect(sends(pressed(key, held), entersSend)).toBe(expected)
})

test('ArrowUp leads to the last message only from an empty field', () => {
  expect([leadsUp(pressed('ArrowUp'), ''), leadsUp(pressed('ArrowUp'), 'a')]).toEqual([true, false])
})
