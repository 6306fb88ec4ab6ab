import { expect, test } from 'vitest'
import { conflictsOf, type Draft, patchOf, rebased, valuesWith, withEdit, withoutEdits } from './draft.ts'

const saved = { a: 1, list: [{ x: 1 }], other: 'o' }
const edited = (...edits: [(string | number)[], unknown][]) =>
  edits.reduce<Draft>((draft, [path, value]) => withEdit(draft, { path, value }, saved), [])

test('edits override the saved values', () => {
  const draft = edited([['a'], 2], [['list', 0, 'x'], 9])
  expect(valuesWith(draft, saved)).toEqual({ a: 2, list: [{ x: 9 }], other: 'o' })
  expect(patchOf(draft, saved)).toEqual({ a: 2, list: [{ x: 9 }] })
})

test('the last edit of a path counts and replaces edits within it', () => {
  expect(valuesWith(edited([['a'], 2], [['a'], 3]), saved)).toMatchObject({ a: 3 })
  expect(edited([['list', 0, 'x'], 9], [['list'], []])).toMatchObject([{ path: ['list'], value: [] }])
})

test('an edit that restores the saved value is dropped', () => {
  expect(edited([['a'], 2], [['a'], 1])).toEqual([])
  expect(edited([['list', 0, 'x'], 2], [['list', 0, 'x'], 1])).toEqual([])
})

test('a value changed elsewhere meanwhile is a conflict, unless both changes are the same', () => {
  const draft = edited([['a'], 2], [['other'], 'mine'])
  expect(conflictsOf(draft, saved)).toEqual([])
  expect(conflictsOf(draft, { ...saved, a: 5 })).toMatchObject([{ path: ['a'] }])
  expect(conflictsOf(draft, { ...saved, a: 2 })).toEqual([])
  expect(conflictsOf(rebased(draft, { ...saved, a: 5 }), { ...saved, a: 5 })).toEqual([])
  expect(withoutEdits(draft, conflictsOf(draft, { ...saved, a: 5 }))).toMatchObject([{ path: ['other'] }])
})
