import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shownFiles } from './keep.ts'
import { readRecord } from './record.ts'

test.each(Object.entries(shownFiles(readRecord())))('%s shows the kept record', (path, text) =>
  expect(readFileSync(path, 'utf8')).toBe(text),
)
