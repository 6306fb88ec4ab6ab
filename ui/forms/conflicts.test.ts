import { expect, test } from 'vitest'
import { joined, settled } from './conflicts.ts'
import { conflictsOf, type Draft, valuesWith } from './draft.ts'

const base = { n: 1, list: ['a', 'b'], other: 'x' }
const theirs = { n: 2, list: ['b', 'c'], other: 'x' }
const draft: Draft = [
  { path: ['n'], value: 3, base: base.n },
  { path: ['list'], value: ['a', 'b', 'd'], base: base.list },
  { path: ['other'], value: 'mine', base: 'x' },
]

const after = (sides: Parameters<typeof settled>[2]) => {
  const kept = settled(draft, theirs, sides)
  expect(conflictsOf(kept, theirs)).toEqual([])
  return valuesWith(kept, theirs)
}

test('keeping mine leaves no conflict', () => {
  expect(after({ n: 'mine', list: 'mine' })).toEqual({ n: 3, list: ['a', 'b', 'd'], other: 'mine' })
  expect(after({})).toEqual(after({ n: 'mine', list: 'mine' }))
})

test('choosing theirs drops that edit and keeps all others', () => {
  expect(after({ n: 'theirs', list: 'theirs' })).toEqual({ ...theirs, other: 'mine' })
})

test('joined lists contain what either side added and lack what either side removed', () => {
  expect(after({ n: 'theirs', list: 'both' })).toEqual({ n: 2, list: ['b', 'c', 'd'], other: 'mine' })
})

test('only lists can be joined', () => {
  expect(joined({ path: ['n'], value: 3, base: 1 }, 2)).toBeUndefined()
  expect(joined({ path: ['a'], value: ['x'], base: undefined }, ['y', 'x'])).toEqual(['y', 'x'])
})
