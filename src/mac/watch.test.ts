import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testFolders } from '../store/test-folder.ts'
import { watchDirectory } from './watch.ts'

const folderOfTest = testFolders(onTestFinished)

function watchOf(folder: string) {
  const stirred = vi.fn()
  const watch = watchDirectory(folder, stirred)
  onTestFinished(watch.close)
  return { watch, stirred }
}

test('nothing is watched before arming, then new and changed files are reported', async () => {
  const folder = folderOfTest()
  const { watch, stirred } = watchOf(folder)
  expect(watch.isArmed).toBe(false)
  watch.arm()
  expect(watch.isArmed).toBe(true)
  writeFileSync(join(folder, 'chat.db-wal'), 'new')
  await expect.poll(() => stirred.mock.calls.length).toBeGreaterThan(0)
  rmSync(join(folder, 'chat.db-wal'))
  stirred.mockClear()
  writeFileSync(join(folder, 'chat.db-wal'), 'the log was deleted and begun anew')
  await expect.poll(() => stirred.mock.calls.length).toBeGreaterThan(0)
})

test('a missing folder is watched once it exists', async () => {
  const folder = join(folderOfTest(), 'Messages')
  const { watch, stirred } = watchOf(folder)
  watch.arm()
  expect(watch.isArmed).toBe(false)
  mkdirSync(folder)
  watch.arm()
  expect(watch.isArmed).toBe(true)
  writeFileSync(join(folder, 'chat.db'), '')
  await expect.poll(() => stirred.mock.calls.length).toBeGreaterThan(0)
})

test('after closing nothing is reported, and it can be armed again', async () => {
  const folder = folderOfTest()
  const { watch, stirred } = watchOf(folder)
  watch.arm()
  watch.close()
  expect(watch.isArmed).toBe(false)
  const { watch: other, stirred: heard } = watchOf(folder)
  other.arm()
  writeFileSync(join(folder, 'chat.db'), '')
  await expect.poll(() => heard.mock.calls.length).toBeGreaterThan(0)
  expect(stirred).not.toHaveBeenCalled()
  watch.arm()
  writeFileSync(join(folder, 'chat.db'), 'more')
  await expect.poll(() => stirred.mock.calls.length).toBeGreaterThan(0)
})
