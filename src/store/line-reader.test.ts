import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openLineReader } from './line-reader.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)

it.each([
  [0, ['new']],
  [2, ['new']],
  [4, ['old', 'new']],
  [5, ['old', 'new']],
  [100, ['first', 'old', 'new']],
])('reading the last %i bytes returns every line that begins there', async (lastBytes, expected) => {
  const path = join(testFolder(), 'lines')
  appendFileSync(path, 'first\nold\n')
  const reader = await openLineReader(path, lastBytes)
  onTestFinished(() => reader?.close())
  const before = await reader?.readLines()
  appendFileSync(path, 'new\n')
  expect([...(before ?? []), ...((await reader?.readLines()) ?? [])]).toEqual(expected)
})

it('the first line of a file that was emptied in place is read, even if reading began in the middle of a line', async () => {
  const path = join(testFolder(), 'lines')
  writeFileSync(path, 'a long line without an end')
  const reader = await openLineReader(path, 4)
  onTestFinished(() => reader?.close())
  expect(await reader?.readLines()).toEqual([])
  writeFileSync(path, 'new\n')
  expect(await reader?.readLines()).toEqual(['new'])
})
