import { expect, it, onTestFinished } from 'vitest'
import { apiKeyOf } from '../store/api-keys.ts'
import { openApiKeysUse } from '../store/api-keys-use.ts'
import { addKey } from './add-key.ts'
import { listKeys } from './list-keys.ts'
import { testAccessServices } from './test-access-services.ts'

const nowMs = Date.UTC(2026, 0, 1)
const accessServices = testAccessServices(onTestFinished)

it('creates a working key, and shows it only this once', async () => {
  const { services, request } = accessServices(nowMs)
  const { key, ...shown } = await addKey({ label: 'desk', scopes: ['read'], expires_in_days: 1 }, services, request())
  expect(shown).toEqual({
    id: key.slice(4, 12),
    label: 'desk',
    scopes: ['read'],
    created_at: '2026-01-01T00:00:00.000Z',
    expires_at: '2026-01-02T00:00:00.000Z',
    grant: null,
    last_used_on: null,
    marks: [],
    paused: false,
    last_used_from: null,
  })
  expect(apiKeyOf(key, services.settings.current().auth.api_keys, nowMs)?.id).toBe(shown.id)
  expect(await listKeys({}, services, request())).toEqual([shown])
})

it('writes the secret to no file, and leaves the label out of the audit log', async () => {
  const { dir, services, request, text } = accessServices(nowMs)
  const { id, key } = await addKey({ label: 'secret label', scopes: ['admin'] }, services, request())
  for (const file of [dir.configFile, dir.auditFile, dir.lastGoodConfigFile])
    expect(text(file)).not.toContain(key.slice(12, 60))
  expect(JSON.parse(text(dir.auditFile))).toMatchObject({ action: 'key_added', principal: 'session:ab', target: id })
  expect(text(dir.auditFile)).not.toContain('secret label')
})

it('keeps existing keys', async () => {
  const { services, request } = accessServices(nowMs)
  for (const label of ['a', 'b', 'c']) await addKey({ label, scopes: ['read'] }, services, request())
  expect((await listKeys({}, services, request())).map(({ label }) => label)).toEqual(['a', 'b', 'c'])
})

it('reports when and from where the key was last used', async () => {
  const { dir, services, request } = accessServices(nowMs)
  const { id } = await addKey({ label: 'desk', scopes: ['read'] }, services, request())
  const apiKeysUse = openApiKeysUse(dir.apiKeysUseFile)
  apiKeysUse.used(id, { nowMs, from: '10.0.0.2', keys: [id] })
  expect(await listKeys({}, { ...services, apiKeysUse }, request())).toMatchObject([
    { id, last_used_on: '2026-01-01', last_used_from: '10.0.0.2' },
  ])
})
