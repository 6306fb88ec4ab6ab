import { expect, test } from 'vitest'
import { changedPlaces, type Path, patchBetween, placeOf, valueAt, withValueAt } from './values.ts'

const values = { a: 1, unknown: { deep: [1] }, list: [{ x: 1, y: 2 }, { x: 3 }], s: { set: true } }

test.each<[Path, unknown]>([
  [['a'], 1],
  [['list', 1, 'x'], 3],
  [['unknown', 'deep'], [1]],
  [['none', 'x'], undefined],
  [['toString'], undefined],
  [[], values],
])('at %j', (path, expected) => {
  expect(valueAt(values, path)).toEqual(expected)
})

test.each<[Path, unknown, unknown]>([
  [['a'], 2, { ...values, a: 2 }],
  [['list', 0, 'x'], 9, { ...values, list: [{ x: 9, y: 2 }, { x: 3 }] }],
  [['list', 0], undefined, { ...values, list: [{ x: 3 }] }],
  [['new', 'deep'], 1, { ...values, new: { deep: 1 } }],
  [['a'], undefined, { unknown: values.unknown, list: values.list, s: values.s }],
])('%j becomes %j, and everything else stays', (path, value, expected) => {
  expect(withValueAt(values, path, value)).toEqual(expected)
})

test('a patch omits unknown keys and untouched secrets', () => {
  const after = withValueAt(withValueAt(values, ['a'], undefined), ['list', 0, 'x'], 9)
  expect(patchBetween(values, after)).toEqual({ a: null, list: [{ x: 9, y: 2 }, { x: 3 }] })
  expect(patchBetween(values, structuredClone(values))).toBeUndefined()
})

test('keys keep their order, so that no false change appears', () => {
  expect(JSON.stringify(withValueAt(values, ['a'], 1))).toBe(JSON.stringify(values))
})

test('differing paths are listed one by one', () => {
  const after = { ...values, a: 2, unknown: { deep: [2] } }
  expect(changedPlaces(values, after).map(placeOf)).toEqual(['a', 'unknown.deep'])
})
