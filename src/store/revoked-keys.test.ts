import { expect, it } from 'vitest'
import { newApiKey } from './api-keys.ts'
import { revokedKeys } from './revoked-keys.ts'

const { stored } = newApiKey({ label: 'desk', scopes: ['read'] }, 0)

it('gives a key back once, within the minute', () => {
  const revoked = revokedKeys()
  revoked.put(stored, 0)
  expect(revoked.take(stored.id, 59_000)).toBe(stored)
  expect(revoked.take(stored.id, 59_000)).toBeUndefined()
})

it('forgets it after a minute', () => {
  const revoked = revokedKeys()
  revoked.put(stored, 0)
  expect(revoked.take(stored.id, 60_000)).toBeUndefined()
})
