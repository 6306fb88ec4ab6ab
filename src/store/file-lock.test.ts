import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { tryLock, withLock } from './file-lock.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)

const lockPath = () => join(testFolder(), 'a.lock')

it('is held by one holder, and is free again after release', () => {
  const path = lockPath()
  const held = tryLock(path)
  expect(tryLock(path)).toBeUndefined()
  held?.release()
  const again = tryLock(path)
  expect(again).toBeDefined()
  again?.release()
})

it('needs no disk space while it is held', () => {
  const path = lockPath()
  const held = tryLock(path)
  expect(readdirSync(join(path, '..'))).toEqual(['a.lock'])
  expect(statSync(path).size).toBe(0)
  held?.release()
})

it('is free again when the work throws', () => {
  const path = lockPath()
  expect(() =>
    withLock(path, () => {
      throw new Error('work failed')
    }),
  ).toThrow('work failed')
  expect(withLock(path, () => 'second')).toBe('second')
})

it('works over a lock file full of garbage', () => {
  const path = lockPath()
  writeFileSync(path, 'garbage '.repeat(1000), { mode: 0o600 })
  const held = tryLock(path)
  expect(held).toBeDefined()
  expect(tryLock(path)).toBeUndefined()
  held?.release()
})

it('does not follow a link', () => {
  const path = lockPath()
  const target = join(testFolder(), 'target')
  writeFileSync(target, 'precious')
  symlinkSync(target, path)
  expect(() => tryLock(path)).toThrow('is a link')
  expect(readFileSync(target, 'utf8')).toBe('precious')
})
