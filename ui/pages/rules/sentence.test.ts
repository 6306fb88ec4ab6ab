import { expect, test } from 'vitest'
import { type Clause, sentenceOf, textOf } from './sentence.ts'

const values = ['Anna', 'Anna Smith', 'say "hi"', 'a)b', '\\', 'né', '+12025550123', 'OR']
const kinds = ['from', 'contains', 'exact', 'group'] as const

test('a sentence that is written as text and read again is the same', () => {
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 48271) % 2147483647
    return seed % below
  }
  for (let round = 0; round < 1_000; round++) {
    const clause = (): Clause =>
      next(6) === 0
        ? { not: next(2) === 0, is: 'in', value: next(2) === 0 ? 'group' : 'direct' }
        : { not: next(2) === 0, is: kinds[next(4)] ?? 'from', value: values[next(values.length)] ?? '' }
    const clauses = Array.from({ length: 1 + next(4) }, clause)
    const sentence = { join: clauses.length > 1 && next(2) === 0 ? 'or' : 'and', clauses } as const
    expect(sentenceOf(textOf(sentence))).toEqual(sentence)
  }
})

test.each([
  'from:a AND (contains:b OR contains:c)',
  'NOT (from:a from:b)',
  'from:a OR from:b from:c',
  'NOT (NOT from:a)',
])('%s is not a sentence of this form', (text) => {
  expect(sentenceOf(text)).toBeUndefined()
})

test('clauses without a value are omitted', () => {
  const empty: Clause = { not: false, is: 'from', value: ' ' }
  expect(textOf({ join: 'and', clauses: [empty, { not: true, is: 'contains', value: 'x' }] })).toBe('NOT contains:x')
  expect(textOf({ join: 'and', clauses: [empty] })).toBe('')
})
