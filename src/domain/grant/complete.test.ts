import { expect, it } from 'vitest'
import type { GivenGrant } from '../../contract/grant.ts'
import { hasCode } from '../service-error.ts'
import { completeGrant, everything, readGrant } from './complete.ts'

it('omitted parts of a grant are unlimited', () => {
  expect(completeGrant({ people: { only: ['+12025550123'] }, fields: { handles: false } })).toEqual({
    ...everything,
    people: { only: ['+12025550123'] },
    fields: { ...everything.fields, handles: false },
  })
})

it('a grant that limits nothing is stored as no grant', () => {
  for (const given of [{}, { people: 'all' }, { fields: { text: true } }, { sends: { mode: 'direct' } }] as const)
    expect(completeGrant(given)).toBeNull()
})

it.each<GivenGrant>([
  { people: { only: [] } },
  { people: { except: [] } },
  { since: { days: 30 } },
  { fields: { attachments: false } },
  { one_time_codes: 'hide' },
  { sends: { mode: 'never' } },
  { sends: { per_hour: 5 } },
])('%j limits', (given) => {
  expect(completeGrant(given)).toMatchObject(given)
})

it('the last day is that of the key', () => {
  expect(readGrant({ expires_at: '2026-12-31' }, ['read'])).toEqual({
    grant: null,
    expiresAt: '2026-12-31T23:59:59.999Z',
  })
  expect(readGrant({ expires_at: null }, ['read']).expiresAt).toBeNull()
  expect(readGrant({ since: '2026-05-01' }, ['read']).expiresAt).toBeUndefined()
})

it('a key that may administer cannot be limited', () => {
  expect(() => readGrant({ since: '2026-05-01' }, ['read', 'admin'])).toThrow(
    expect.toSatisfy((error) => hasCode(error, 'invalid_request')),
  )
})
