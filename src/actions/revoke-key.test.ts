import { expect, it, onTestFinished } from 'vitest'
import { hasCode } from '../domain/service-error.ts'
import { apiKeyOf } from '../store/api-keys.ts'
import { addKey } from './add-key.ts'
import { listKeys } from './list-keys.ts'
import { restoreKey } from './restore-key.ts'
import { revokeKey } from './revoke-key.ts'
import { testAccessDoors } from './test-access-doors.ts'

const accessDoors = testAccessDoors(onTestFinished)

it('revokes one key and leaves the others', async () => {
  const { dir, doors, asked, text } = accessDoors(Date.UTC(2026, 0, 1))
  const [a, b] = [
    await addKey({ label: 'a', scopes: ['read'] }, doors, asked()),
    await addKey({ label: 'b', scopes: ['read'] }, doors, asked()),
  ]
  await revokeKey({ id: a.id }, doors, asked({ via: 'key', id: b.id }))
  expect((await listKeys({}, doors, asked())).map(({ id }) => id)).toEqual([b.id])
  const last = text(dir.auditFile).trimEnd().split('\n').at(-1) ?? ''
  expect(JSON.parse(last)).toMatchObject({ action: 'key_revoked', principal: `key:${b.id}`, target: a.id })
})

it('reports an unknown id, and writes nothing', () => {
  const { doors, asked } = accessDoors(Date.UTC(2026, 0, 1))
  const before = doors.settings.current()
  expect(() => revokeKey({ id: '01234567' }, doors, asked())).toThrow(
    expect.toSatisfy((error) => hasCode(error, 'not_found')),
  )
  expect(doors.settings.current()).toBe(before)
})

it('a revocation can be undone for a minute, and the key works again', async () => {
  const { doors, asked } = accessDoors(Date.UTC(2026, 0, 1))
  const { id, key } = await addKey({ label: 'a', scopes: ['read'] }, doors, asked())
  const keys = () => doors.settings.current().auth.api_keys
  await revokeKey({ id }, doors, asked())
  expect(apiKeyOf(key, keys(), doors.nowMs())).toBeUndefined()
  expect(await restoreKey({ id }, doors, asked())).toMatchObject({ id, label: 'a' })
  expect(apiKeyOf(key, keys(), doors.nowMs())?.id).toBe(id)
  expect(() => restoreKey({ id }, doors, asked())).toThrow(expect.toSatisfy((error) => hasCode(error, 'not_found')))
})
