import { expect, it } from 'vitest'
import { apiKeyOf, containsApiKey, isExpired, newApiKey } from './api-keys.ts'

const nowMs = Date.UTC(2026, 0, 1)
const dayMs = 86_400_000
const wanted = { label: 'desk', scopes: ['read'] as const }

it('a key is recognised among others', () => {
  const made = [1, 2, 3].map(() => newApiKey(wanted, nowMs))
  const keys = made.map(({ stored }) => stored)
  for (const { key, stored } of made) expect(apiKeyOf(key, keys, nowMs)).toBe(stored)
})

it('a key is a prefix, an underscore and 64 hexadecimal digits, and no two are alike', () => {
  const keys = Array.from({ length: 50 }, () => newApiKey(wanted, nowMs).key)
  expect(new Set(keys).size).toBe(50)
  expect(keys.every((key) => /^svc_[0-9a-f]{64}$/.test(key))).toBe(true)
  expect(keys.every(containsApiKey)).toBe(true)
})

it('the stored form holds the hash and nothing of the secret', () => {
  const { key, stored } = newApiKey(wanted, nowMs)
  expect(JSON.stringify(stored)).not.toContain(key.slice(12, 60))
  expect(stored).toMatchObject({ id: key.slice(4, 12), label: 'desk', scopes: ['read'], expires_at: null })
  expect(stored.created_at).toBe('2026-01-01T00:00:00.000Z')
})

it('a key with one wrong digit is refused, wherever the digit is', () => {
  const { key, stored } = newApiKey(wanted, nowMs)
  for (let at = 4; at < key.length; at++) {
    const wrong = key.slice(0, at) + (key[at] === '0' ? '1' : '0') + key.slice(at + 1)
    expect(apiKeyOf(wrong, [stored], nowMs)).toBeUndefined()
  }
})

it.each(['', 'svc_', 'svc_zz', `svc_${'0'.repeat(64)}`, `svc_${'0'.repeat(63)}`, `SVC_${'0'.repeat(64)}`, '__proto__'])(
  '"%s" is not a key',
  (presented) => {
    expect(apiKeyOf(presented, [newApiKey(wanted, nowMs).stored], nowMs)).toBeUndefined()
  },
)

it('a key with a known id and another secret is refused', () => {
  const { stored } = newApiKey(wanted, nowMs)
  const other = newApiKey(wanted, nowMs)
  expect(apiKeyOf(other.key, [{ ...stored, id: other.stored.id }], nowMs)).toBeUndefined()
})

it('a key expires when it was set to, and never otherwise', () => {
  const { key, stored } = newApiKey({ ...wanted, expiresInDays: 2 }, nowMs)
  expect(apiKeyOf(key, [stored], nowMs + 2 * dayMs - 1)).toBe(stored)
  expect(apiKeyOf(key, [stored], nowMs + 2 * dayMs)).toBeUndefined()
  expect(isExpired(newApiKey(wanted, nowMs).stored, nowMs + 10_000 * dayMs)).toBe(false)
  expect(isExpired({ ...stored, expires_at: 'some day' }, nowMs)).toBe(true)
})
