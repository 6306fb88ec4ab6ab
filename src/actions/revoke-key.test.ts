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
  const { dir, services, asked, text } = accessServices(Date.UTC(2026, 0, 1))
  const [a, b] = [
    await addKey({ label: 'a', scopes: ['read'] }, services, asked()),
    await addKey({ label: 'b', scopes: ['read'] }, services, asked()),
  ]
  await revokeKey({ id: a.id }, services, asked({ via: 'key', id: b.id }))
  expect((await listKeys({}, services, asked())).map(({ id }) => id)).toEqual([b.id])
  const last = text(dir.auditFile).trimEnd().split('\n').at(-1) ?? ''
  expect(JSON.parse(last)).toMatchObject({ action: 'key_revoked', principal: `key:${b.id}`, target: a.id })
})

it('reports an unknown id, and writes nothing', () => {
  const { services, asked } = accessServices(Date.UTC(2026, 0, 1))
  const before = services.settings.current()
  expect(() => revokeKey({ id: '01234567' }, services, asked())).toThrow(
    expect.toSatisfy((error) => hasCode(error, 'not_found')),
  )
  expect(services.settings.current()).toBe(before)
})

it('a revocation can be undone for a minute, and the key works again', async () => {
  const { services, asked } = accessServices(Date.UTC(2026, 0, 1))
  const { id, key } = await addKey({ label: 'a', scopes: ['read'] }, services, asked())
  const keys = () => services.settings.current().auth.api_keys
  await revokeKey({ id }, services, asked())
  expect(apiKeyOf(key, keys(), services.nowMs())).toBeUndefined()
  expect(await restoreKey({ id }, services, asked())).toMatchObject({ id, label: 'a' })
  expect(apiKeyOf(key, keys(), services.nowMs())?.id).toBe(id)
  expect(() => restoreKey({ id }, services, asked())).toThrow(expect.toSatisfy((error) => hasCode(error, 'not_found')))
})
