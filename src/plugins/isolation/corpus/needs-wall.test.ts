import { expect, test } from 'vitest'
import { needsWall } from './needs-wall.ts'

test.each([
  ['22.18.0', true],
  ['22.22.0', false],
  ['22.22.1', false],
  ['24.12.9', true],
  ['24.13.0', false],
  ['26.0.0', false],
])('what Node holds since a release needs the wall before it: %s', (release, needed) => {
  expect(needsWall({ heldByNodeSince: ['22.22.0', '24.13.0'] }, release)).toBe(needed)
})

test('what Node never holds needs it always, and what it always held never', () => {
  expect([needsWall({ needsWall: true }, '26.0.0'), needsWall({}, '22.18.0')]).toEqual([true, false])
})
