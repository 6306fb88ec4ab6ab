import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { foundRows } from './found-rows.ts'

it('returns each row as an object keyed by column name, for positional and named parameters', () => {
  using db = new DatabaseSync(':memory:')
  const inOrder = foundRows(db.prepare('SELECT ? AS a, ? AS b, NULL AS c UNION ALL SELECT 3, 4, 5'))
  expect(inOrder('one', 2)).toEqual([
    { a: 'one', b: 2, c: null },
    { a: 3, b: 4, c: 5 },
  ])
  expect(foundRows(db.prepare('SELECT :a AS a WHERE :a > 1'))({ a: 1 })).toEqual([])
})
