import { expect, it, onTestFinished } from 'vitest'
import { hasCode } from '../domain/service-error.ts'
import { apiKeyOf } from '../store/api-keys.ts'
import { addKey } from './add-key.ts'
import { listKeys } from './list-keys.ts'
import { restoreKey } from './restore-key.ts'
import { revokeKey } from './revoke-key.ts'
import { testAccessServices } from './test-access-services.ts'

const accessServices = testAccessServices(onTestFinished)

it('revokes one key and leaves the others', async () => {
  const { dir, services, request, text } = accessServices(Date.UTC(2026, 0, 1))
  const [a, b] = [
    await addKey({ label: 'a', scopes: ['read'] }, services, request()),
    await addKey({ label: 'b', scopes: ['read'] }, services, request()),
  ]
  await revokeKey({ id: a.id }, services, request({ via: 'key', id: b.id }))
  expect((await listKeys({}, services, request())).map(({ id }) => id)).toEqual([b.id])
  const last = text(dir.auditFile).trimEnd().split('\n').at(-1) ?? ''
  expect(JSON.parse(last)).toMatchObject({ action: 'key_revoked', principal: `key:${b.id}`, target: a.id })
})

it('reports an unknown id, and writes nothing', () => {
  const { services, request } = accessServices(Date.UTC(2026, 0, 1))
  const before = services.settings.current()
  expect(() => revokeKey({ id: '01234567' }, services, request())).toThrow(
    expect.toSatisfy((error) => hasCode(error, 'not_found')),
  )
  expect(services.settings.current()).toBe(before)
})

it('a revocation can be undone for a minute, and the key works again', async () => {
  const { services, request } = accessServices(Date.UTC(2026, 0, 1))
  const { id, key } = await addKey({ label: 'a', scopes: ['read'] }, services, request())
  const keys = () => services.settings.current().auth.api_keys
  await revokeKey({ id }, services, request())
  expect(apiKeyOf(key, keys(), services.nowMs())).toBeUndefined()
  expect(await restoreKey({ id }, services, request())).toMatchObject({ id, label: 'a' })
  expect(apiKeyOf(key, keys(), services.nowMs())?.id).toBe(id)
  expect(() => restoreKey({ id }, services, request())).toThrow(
    expect.toSatisfy((error) => hasCode(error, 'not_found')),
  )
})
