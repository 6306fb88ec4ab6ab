import { expect, it, onTestFinished } from 'vitest'
import { hasCode } from '../domain/service-error.ts'
import { apiKeyOf } from '../store/api-keys.ts'
import { addKey } from './add-key.ts'
import { changeKey } from './change-key.ts'
import { testAccessDoors } from './test-access-doors.ts'

const accessDoors = testAccessDoors(onTestFinished)
const nowMs = Date.UTC(2026, 0, 1)

it('changes the label and the scopes of a key, and the key itself keeps working', async () => {
  const { doors, asked } = accessDoors(nowMs)
  const { id, key } = await addKey({ label: 'a', scopes: ['read'] }, doors, asked())
  expect(await changeKey({ id, label: 'b' }, doors, asked())).toMatchObject({ label: 'b', scopes: ['read'] })
  expect(await changeKey({ id, scopes: ['read', 'write'] }, doors, asked())).toMatchObject({ label: 'b' })
  expect(apiKeyOf(key, doors.settings.current().auth.api_keys, nowMs)?.scopes).toEqual(['read', 'write'])
})

it('reports an unknown id', () => {
  const { doors, asked } = accessDoors(nowMs)
  expect(() => changeKey({ id: '01234567', label: 'b' }, doors, asked())).toThrow(
    expect.toSatisfy((error) => hasCode(error, 'not_found')),
  )
})
