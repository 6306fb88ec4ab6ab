import { expect, test } from 'vitest'
import { needsWall } from './needs-wall.ts'

test.each([
  ['22.18.0', true],
  ['22.22.0', false],
  ['22.22.1', false],
  ['24.12.9', true],
  ['24.13.0', false],
  ['26.0.0', false],
])('an attack that Node stops since a release needs the OS sandbox before it: %s', (release, needed) => {
  expect(needsWall({ heldByNodeSince: ['22.22.0', '24.13.0'] }, release)).toBe(needed)
})

test('an attack that Node never stops always needs it, and one that Node always stopped never does', () => {
  expect([needsWall({ needsWall: true }, '26.0.0'), needsWall({}, '22.18.0')]).toEqual([true, false])
})
