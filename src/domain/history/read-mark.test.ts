import { expect, it } from 'vitest'
import { isUpTo } from './read-mark.ts'

const mark = { rowid: 10, sentAtMs: 1_000 }

it.each([
  [{ rowid: 10, sentAtMs: 1_000 }, true],
  [{ rowid: 9, sentAtMs: 1_000 }, true],
  [{ rowid: 11, sentAtMs: 1_000 }, false],
  [{ rowid: 99, sentAtMs: 999 }, true],
  [{ rowid: 1, sentAtMs: 1_001 }, false],
])('whether %j is covered by the mark: %s', (moment, read) => {
  expect(isUpTo(moment, mark)).toBe(read)
  expect(isUpTo(moment, undefined)).toBe(false)
})
