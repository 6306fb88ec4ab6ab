import { expect, it } from 'vitest'
import { newApiKey } from './api-keys.ts'
import { revokedKeys } from './revoked-keys.ts'

const { stored } = newApiKey({ label: 'desk', scopes: ['read'] }, 0)

it('returns a revoked key once, within the minute', () => {
  const revoked = revokedKeys()
  revoked.put(stored, 0)
  expect(revoked.take(stored.id, 59_000)).toBe(stored)
  expect(revoked.take(stored.id, 59_000)).toBeUndefined()
})

it('forgets a key after a minute', () => {
  const revoked = revokedKeys()
  revoked.put(stored, 0)
  expect(revoked.take(stored.id, 60_000)).toBeUndefined()
})
