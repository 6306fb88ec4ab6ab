import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testFolders } from '../store/test-folder.ts'
import { lastWriteTo } from './last-write.ts'

const folderOfTest = testFolders(onTestFinished)

test('a write to the log of a database is noticed', () => {
  const database = join(folderOfTest(), 'chat.db')
  writeFileSync(database, '')
  const before = lastWriteTo(database)
  writeFileSync(`${database}-wal`, 'a page')
  expect(lastWriteTo(database).write).not.toBe(before.write)
})

test('a database that may not be looked at is one without a write, like one that is not there', () => {
  const folder = folderOfTest()
  const database = join(folder, 'chat.db')
  // Nobody can look at the end of a circle, not even root.
  for (const path of [database, `${database}-wal`]) symlinkSync(path, path)
  expect(lastWriteTo(database)).toEqual(lastWriteTo(join(folder, 'none.db')))
})
