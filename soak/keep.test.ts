import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shownFiles } from './keep.ts'
import { readRecord, thinned } from './record.ts'

test.each(Object.entries(shownFiles(readRecord())))('%s shows the record that is kept', (path, text) =>
  expect(readFileSync(path, 'utf8')).toBe(text),
)

test('samples are thinned evenly, and the last one stays', () => {
  expect(thinned([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([1, 4, 7])
  expect(thinned([1, 2, 3], 3)).toEqual([1, 2, 3])
})
