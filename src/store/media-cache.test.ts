import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openMediaCache } from './media-cache.ts'
import { testFolders } from './test-folder.ts'

const folderOfTest = testFolders(onTestFinished)

function cacheOf({ maxBytes }: { maxBytes?: number } = {}) {
  const folder = join(folderOfTest(), 'cache', 'media')
  let nowMs = 1_000_000
  const made: string[] = []
  const open = () => openMediaCache({ folder, nowMs: () => nowMs, ...(maxBytes !== undefined && { maxBytes }) })
  const make = (name: string, text = name) => {
    return async (path: string) => {
      made.push(name)
      await writeFile(path, text, { mode: 0o644 })
    }
  }
  const later = (ms: number) => {
    nowMs += ms
  }
  return { folder, made, open, make, later, cache: open(), names: () => readdirSync(folder) }
}

it('creates an entry that is missing, keeps it private, and never reveals its subject in the file name', async () => {
  const { cache, make, made, folder } = cacheOf()
  const path = await cache.entry('secret.jpg 240', make('one', 'bytes'))
  expect(readFileSync(path, 'utf8')).toBe('bytes')
  expect(basename(path)).toMatch(/^[0-9a-f]{64}$/)
  expect([statSync(path).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700])
  expect(await cache.entry('secret.jpg 240', make('again'))).toBe(path)
  expect(made).toEqual(['one'])
})

it('creates an entry once, however many request it at the same time', async () => {
  const { cache, make, made } = cacheOf()
  const paths = await Promise.all(Array.from({ length: 50 }, () => cache.entry('a', make('a'))))
  expect(new Set(paths).size).toBe(1)
  expect(made).toEqual(['a'])
})

it('keeps entries across a restart, and removes half-written files', async () => {
  const { cache, open, make, made, folder, names } = cacheOf()
  const path = await cache.entry('a', make('a'))
  writeFileSync(join(folder, `.${'0'.repeat(64)}.01234567-89ab-cdef-0123-456789abcdef.tmp`), 'half')
  expect(await open().entry('a', make('again'))).toBe(path)
  expect(made).toEqual(['a'])
  expect(names()).toEqual([basename(path)])
})

it('recreates an entry that somebody has removed', async () => {
  const { cache, make, made } = cacheOf()
  const path = await cache.entry('a', make('first'))
  rmSync(path)
  await cache.entry('a', make('second'))
  expect(made).toEqual(['first', 'second'])
  expect(existsSync(path)).toBe(true)
})

it('drops the least recently used entry when there is too much', async () => {
  const { cache, make } = cacheOf({ maxBytes: 30 })
  const tenBytes = (name: string) => cache.entry(name, make(name, '0123456789'))
  const [a, b] = [await tenBytes('a'), await tenBytes('b'), await tenBytes('c')]
  await tenBytes('a')
  const d = await tenBytes('d')
  expect([a, b, d].map((path) => existsSync(path))).toEqual([true, false, true])
})

it('keeps the newest entry even when it exceeds the limit', async () => {
  const { cache, make, names } = cacheOf({ maxBytes: 5 })
  await cache.entry('a', make('a', '0123456789'))
  const path = await cache.entry('b', make('b', '0123456789'))
  expect(names()).toEqual([basename(path)])
})

it('remembers after a restart which entries were used last', async () => {
  const { open, make, cache } = cacheOf({ maxBytes: 20 })
  const a = await cache.entry('a', make('a', '0123456789'))
  const b = await cache.entry('b', make('b', '0123456789'))
  utimesSync(a, 2_000, 2_000)
  utimesSync(b, 1_000, 1_000)
  await open().entry('c', make('c', '0123456789'))
  expect([existsSync(a), existsSync(b)]).toEqual([true, false])
})

it('leaves nothing of a failed attempt, and does not try again for five minutes', async () => {
  const { cache, make, made, names, later } = cacheOf()
  const fail = async (path: string) => {
    made.push('failed')
    await writeFile(path, 'half')
    throw new Error('no')
  }
  await expect(cache.entry('a', fail)).rejects.toThrow('no')
  await expect(cache.entry('a', fail)).rejects.toThrow('no')
  expect([made, names()]).toEqual([['failed'], []])
  later(5 * 60_000)
  await cache.entry('a', make('a'))
  expect(made).toEqual(['failed', 'a'])
})

it('refuses a folder that is a link to another place', () => {
  const base = folderOfTest()
  mkdirSync(join(base, 'elsewhere'))
  symlinkSync(join(base, 'elsewhere'), join(base, 'cache'))
  expect(() => openMediaCache({ folder: join(base, 'cache', 'media') })).toThrowError(
    expect.objectContaining({ code: 'unsafe_file' }),
  )
})
