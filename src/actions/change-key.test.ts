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

it('reports an unknown id', () => {
  const { services, request } = accessServices(nowMs)
  expect(() => changeKey({ id: '01234567', label: 'b' }, services, request())).toThrow(
    expect.toSatisfy((error) => hasCode(error, 'not_found')),
  )
})
