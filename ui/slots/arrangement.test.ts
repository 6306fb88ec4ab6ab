import { expect, test } from 'vitest'
import { arranged, nothingArranged, readArrangement, withEarlier, withShown } from './arrangement.ts'

const slot = 'sidebar.panel'
const placed = ['b', 'c', 'a'].map((plugin) => ({ plugin, slot, title: plugin.toUpperCase() }) as const)
const names = (arrangement: typeof nothingArranged) => arranged(placed, arrangement).map(({ plugin }) => plugin)

test('plugins are sorted by name until one is moved, and can be hidden', () => {
  expect(names(nothingArranged)).toEqual(['a', 'b', 'c'])
  const moved = withEarlier(nothingArranged, { slot, plugin: 'c' }, ['a', 'b', 'c'])
  expect(names(moved)).toEqual(['a', 'c', 'b'])
  expect(withEarlier(moved, { slot, plugin: 'a' }, ['a', 'c', 'b'])).toBe(moved)
  const without = withShown(moved, { slot, plugin: 'a' }, false)
  expect([names(without), names(withShown(without, { slot, plugin: 'a' }, true))]).toEqual([
    ['c', 'b'],
    ['a', 'c', 'b'],
  ])
})

test('a stored arrangement is read, and anything else is ignored', () => {
  const kept = withShown(nothingArranged, { slot, plugin: 'a' }, false)
  expect(readArrangement(JSON.stringify(kept))).toEqual(kept)
  expect([null, '{', '7', '{"hidden":{"sidebar.panel":"a"}}'].map(readArrangement)).toEqual(
    Array(4).fill(nothingArranged),
  )
})
