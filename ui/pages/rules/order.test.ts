import { expect, test } from 'vitest'
import { moved } from './order.ts'

const rules = ['a', 'b', 'c'].map((id) => ({ id }))
const order = (change: Parameters<typeof moved>[1]) => moved(rules, change).map(({ id }) => id)

test('a rule moves to another position within the list', () => {
  expect(order({ id: 'a', to: 1 })).toEqual(['b', 'a', 'c'])
  expect(order({ id: 'c', to: 0 })).toEqual(['c', 'a', 'b'])
  expect(order({ id: 'a', to: 9 })).toEqual(['b', 'c', 'a'])
  expect(order({ id: 'b', to: -1 })).toEqual(['b', 'a', 'c'])
})

test('a rule that was deleted meanwhile moves nothing', () => {
  expect(order({ id: 'gone', to: 0 })).toEqual(['a', 'b', 'c'])
})
