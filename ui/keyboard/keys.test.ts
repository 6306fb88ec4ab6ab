import { expect, test } from 'vitest'
import { fits, keyLabel, type Pressed } from './keys.ts'

const pressed = (key: string, held: Partial<Pressed> = {}): Pressed => ({
  key,
  code: '',
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

test.each([
  ['mod+k', pressed('k', { metaKey: true }), true, true],
  ['mod+k', pressed('k', { ctrlKey: true }), false, true],
  ['mod+k', pressed('k', { ctrlKey: true }), true, false],
  ['mod+k', pressed('K', { ctrlKey: true, shiftKey: true }), false, false],
  ['mod+shift+f', pressed('F', { ctrlKey: true, shiftKey: true }), false, true],
  ['?', pressed('?', { shiftKey: true }), false, true],
  ['/', pressed('/', {}), false, true],
  ['alt+ArrowUp', pressed('ArrowUp', { altKey: true }), false, true],
  ['alt+t', pressed('†', { altKey: true, code: 'KeyT' }), true, true],
  ['r', pressed('r', { metaKey: true }), true, false],
])('%s matches the key press %j (mac: %s): %s', (written, event, mac, expected) => {
  expect(fits(written, event, mac)).toBe(expected)
})

test('keys are shown as the platform writes them', () => {
  expect([keyLabel('mod+shift+f', true), keyLabel('mod+shift+f', false), keyLabel('alt+ArrowUp', true)]).toEqual([
    '⌘⇧F',
    'Ctrl+Shift+F',
    '⌥↑',
  ])
})
