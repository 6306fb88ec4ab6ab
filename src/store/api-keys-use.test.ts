import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openApiKeysUse } from './api-keys-use.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)
const monday = Date.UTC(2026, 0, 5, 23, 59)
const dayMs = 86_400_000

it('remembers the day, also after a restart', () => {
  const path = join(testFolder(), 'use.json')
  const use = openApiKeysUse(path)
  expect(use.lastUsedOn('a')).toBeNull()
  use.used('a', { nowMs: monday, keys: ['a'] })
  expect([use.lastUsedOn('a'), openApiKeysUse(path).lastUsedOn('a')]).toEqual(['2026-01-05', '2026-01-05'])
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it('writes once a day', () => {
  const path = join(testFolder(), 'use.json')
  const use = openApiKeysUse(path)
  use.used('a', { nowMs: monday, keys: ['a'] })
  const { ino } = statSync(path)
  use.used('a', { nowMs: monday - 3_600_000, keys: ['a'] })
  expect(statSync(path).ino).toBe(ino)
  use.used('a', { nowMs: monday + dayMs, keys: ['a'] })
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ a: '2026-01-06' })
})

it('forgets keys that are gone', () => {
  const use = openApiKeysUse(join(testFolder(), 'use.json'))
  use.used('a', { nowMs: monday, keys: ['a', 'b'] })
  use.used('b', { nowMs: monday, keys: ['b'] })
  expect(use.lastUsedOn('a')).toBeNull()
})

it('makes do with a damaged file and with none that can be written', () => {
  const path = join(testFolder(), 'use.json')
  writeFileSync(path, '{"a": 3, "b": "2026-01-01"')
  expect(openApiKeysUse(path).lastUsedOn('b')).toBeNull()
  const folder = join(testFolder(), 'use.json')
  mkdirSync(folder)
  const use = openApiKeysUse(folder)
  use.used('a', { nowMs: monday, keys: ['a'] })
  expect(use.lastUsedOn('a')).toBe('2026-01-05')
})
