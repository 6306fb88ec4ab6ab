import { expect, it } from 'vitest'
import { decodeDigitalTouch } from './digital-touch.ts'

it.each([
  [1, 'Tap'],
  [3, 'Heartbeat'],
  [4, 'Sketch'],
  [6, 'Media'],
  [7, 'Kiss'],
  [8, 'Fireball'],
  [2, 'Digital Touch'],
])('kind %i is a %s', (kind, label) => {
  expect(decodeDigitalTouch(Uint8Array.of(0x08, kind, 0x11, 1, 2, 3))).toEqual({ ok: true, value: label })
})

it('the kind is found after fields of every type', () => {
  const time = [0x11, ...Array(8).fill(0xff)]
  const bytes = Uint8Array.from([...time, 0x1a, 2, 9, 9, 0x25, 1, 2, 3, 4, 0x28, 0x80, 1, 0x08, 4])
  expect(decodeDigitalTouch(bytes)).toEqual({ ok: true, value: 'Sketch' })
})

it.each([
  ['no bytes', []],
  ['a field that ends too early', [0x08]],
  ['a number without end', Array(20).fill(0xff)],
  ['a field of no known kind', [0x0b]],
  ['bytes past the end', [0x1a, 0x7f, 0x08]],
])('%s are refused', (_, bytes) => {
  expect(decodeDigitalTouch(Uint8Array.from(bytes)).ok).toBe(false)
})
