import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openApiKeysUse } from './api-keys-use.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)
const monday = Date.UTC(2026, 0, 5, 23, 58)
const dayMs = 86_400_000
const from = '127.0.0.1'

it('remembers the day and the address, even across a restart', () => {
  const path = join(testFolder(), 'use.json')
  const use = openApiKeysUse(path)
  expect(use.last('a')).toBeUndefined()
  use.used('a', { nowMs: monday, from, keys: ['a'] })
  expect(use.last('a')).toEqual({ on: '2026-01-05', from })
  expect(openApiKeysUse(path).last('a')).toEqual({ on: '2026-01-05', from })
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it('writes the file once a day', () => {
  const path = join(testFolder(), 'use.json')
  const use = openApiKeysUse(path)
  use.used('a', { nowMs: monday, from, keys: ['a'] })
  const { ino } = statSync(path)
  use.used('a', { nowMs: monday - 3_600_000, from, keys: ['a'] })
  expect(statSync(path).ino).toBe(ino)
  use.used('a', { nowMs: monday + dayMs, from, keys: ['a'] })
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ a: { on: '2026-01-06', from } })
})

it('knows a new address at once, and writes it at most once a minute', () => {
  const path = join(testFolder(), 'use.json')
  const use = openApiKeysUse(path)
  use.used('a', { nowMs: monday, from, keys: ['a'] })
  use.used('a', { nowMs: monday + 1_000, from: '10.0.0.2', keys: ['a'] })
  expect([use.last('a')?.from, openApiKeysUse(path).last('a')?.from]).toEqual(['10.0.0.2', from])
  use.used('a', { nowMs: monday + 61_000, from: '10.0.0.3', keys: ['a'] })
  expect(openApiKeysUse(path).last('a')?.from).toBe('10.0.0.3')
})

it('forgets keys that no longer exist', () => {
  const use = openApiKeysUse(join(testFolder(), 'use.json'))
  use.used('a', { nowMs: monday, from, keys: ['a', 'b'] })
  use.used('b', { nowMs: monday, from, keys: ['b'] })
  expect(use.last('a')).toBeUndefined()
})

it('copes with a damaged file and with one that cannot be written', () => {
  const path = join(testFolder(), 'use.json')
  writeFileSync(path, '{"a": 3, "b": {"on": "2026-01-01"')
  expect(openApiKeysUse(path).last('b')).toBeUndefined()
  const folder = join(testFolder(), 'use.json')
  mkdirSync(folder)
  const use = openApiKeysUse(folder)
  use.used('a', { nowMs: monday, from, keys: ['a'] })
  expect(use.last('a')?.on).toBe('2026-01-05')
})
