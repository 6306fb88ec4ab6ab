import { expect, it, onTestFinished } from 'vitest'
import { hasCode } from '../domain/service-error.ts'
import { apiKeyOf } from '../store/api-keys.ts'
import { addKey } from './add-key.ts'
import { changeKey } from './change-key.ts'
import { testAccessServices } from './test-access-services.ts'

const accessServices = testAccessServices(onTestFinished)
const nowMs = Date.UTC(2026, 0, 1)

it('changes the label and the scopes of a key, and the key itself keeps working', async () => {
  const { services, request } = accessServices(nowMs)
  const { id, key } = await addKey({ label: 'a', scopes: ['read'] }, services, request())
  expect(await changeKey({ id, label: 'b' }, services, request())).toMatchObject({ label: 'b', scopes: ['read'] })
  expect(await changeKey({ id, scopes: ['read', 'write'] }, services, request())).toMatchObject({ label: 'b' })
  expect(apiKeyOf(key, services.settings.current().auth.api_keys, nowMs)?.scopes).toEqual(['read', 'write'])
})

it('reports an unknown id', async () => {
  const { services, request } = accessServices(nowMs)
  await expect(changeKey({ id: '01234567', label: 'b' }, services, request())).rejects.toThrow(
    expect.toSatisfy((error) => hasCode(error, 'not_found')),
  )
})

it('gives a key a grant, another one, and takes it away', async () => {
  const { services, request } = accessServices(nowMs)
  const { id, grant } = await addKey(
    { label: 'a', scopes: ['read'], grant: { since: '2026-05-01', expires_at: '2026-12-31' } },
    services,
    request(),
  )
  expect(grant).toMatchObject({ people: 'all', since: '2026-05-01' })
  const other = await changeKey({ id, grant: { people: { only: ['+12025550123'] } } }, services, request())
  expect(other).toMatchObject({
    grant: { people: { only: ['+12025550123'] }, since: null },
    expires_at: '2026-12-31T23:59:59.999Z',
  })
  expect(await changeKey({ id, label: 'b' }, services, request())).toMatchObject({ grant: other.grant })
  await expect(changeKey({ id, scopes: ['read', 'admin'] }, services, request())).rejects.toThrow(
    expect.toSatisfy((error) => hasCode(error, 'invalid_request')),
  )
  expect(await changeKey({ id, grant: null }, services, request())).toMatchObject({ grant: null })
})

it('knows no lines on a Mac, and those that are there on a hub', async () => {
  const { services, request } = accessServices(nowMs)
  const key = { label: 'a', scopes: ['read' as const], grant: { lines: ['home'] } }
  await expect(addKey(key, services, request())).rejects.toThrow('Only a hub has lines.')
  const onHub = { ...services, lines: { names: async () => ['home', 'office'] } }
  const { id, grant } = await addKey(key, onHub, request())
  expect(grant).toMatchObject({ people: 'all', lines: ['home'] })
  await expect(changeKey({ id, grant: { may_send_as: ['away'] } }, onHub, request())).rejects.toThrow('“away”')
})
