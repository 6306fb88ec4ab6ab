import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { changeSettings } from './change-settings.ts'
import { getSettings } from './get-settings.ts'
import { settingsSchema } from './settings-schema.ts'
import { request, testServices } from './test-services.ts'

const servicesOf = testServices(onTestFinished)
const hash = '$argon2id$v=19$secret-hash'

function servicesWith(config: object = {}) {
  const made = servicesOf({}, { auth: { password_hash: hash }, ...config })
  made.bridgeNotes.put(
    {
      name: 'webhook',
      tier: 'official',
      status: 'running',
      lastError: null,
      manifest: { settings_schema: { properties: { url: {}, secret: { type: 'string', writeOnly: true } } } },
    },
    0,
  )
  const file = () => JSON.parse(readFileSync(made.dir.configFile, 'utf8'))
  return { ...made, file }
}

const webhook = { enabled: true, url: 'https://example.org', secret: 'whsec_1' }

it('shows everything except passwords, keys and secrets', async () => {
  const { services } = servicesWith({ integrations: { webhook }, relay: { scope: 'contacts' } })
  const settings = await getSettings({}, services, request)
  expect(settings).toMatchObject({
    relay: { scope: 'contacts', poll_interval_s: 2 },
    integrations: { webhook: { enabled: true, url: 'https://example.org', secret: { set: true } } },
  })
  expect(settings).not.toHaveProperty('auth')
  expect(JSON.stringify(settings)).not.toMatch(/secret-hash|whsec_1/)
})

it('changes the named settings at once, and returns the settings', async () => {
  const { services, file } = servicesWith({ integrations: { webhook } })
  const settings = await changeSettings(
    { relay: { scope: 'everyone' }, self_handles: ['+15550100'] },
    services,
    request,
  )
  expect(settings).toMatchObject({ relay: { scope: 'everyone', max_age_s: 86_400 }, self_handles: ['+15550100'] })
  expect(await getSettings({}, services, request)).toEqual(settings)
  expect(file()).toMatchObject({ auth: { password_hash: hash }, integrations: { webhook } })
})

it('sending settings back as they were shown changes nothing', async () => {
  const { services, file } = servicesWith({ integrations: { webhook } })
  const before = file()
  const shown = await getSettings({}, services, request)
  expect(await changeSettings(shown, services, request)).toEqual(shown)
  expect(file()).toMatchObject(before)
})

it('a new secret replaces the old one and is not shown, and null removes it', async () => {
  const { services, file } = servicesWith({ integrations: { webhook } })
  const change = (secret: unknown) => changeSettings({ integrations: { webhook: { secret } } }, services, request)
  expect(JSON.stringify(await change('whsec_2'))).not.toContain('whsec_2')
  expect(file().integrations.webhook.secret).toBe('whsec_2')
  await change(null)
  expect(file().integrations.webhook).toEqual({ enabled: true, url: 'https://example.org' })
})

const rule = {
  id: 'r1',
  name: 'Late',
  enabled: true,
  trigger: 'on_inbound',
  cooldown_s: 60,
  conditions: 'in:group',
  action: { type: 'auto_reply', body: 'Not now' },
}

it.each<[object, string]>([
  [{ auth: { password_hash: null } }, 'auth'],
  [{ auth: null }, 'auth'],
  [{ relay: { scope: 'nobody' } }, 'relay.scope'],
  [{ colour: 'blue' }, 'colour'],
  [{ relay: { poll_interval_s: 2, colour: 'blue' } }, 'relay.colour'],
  [{ web: { port: 70_000 } }, 'web.port'],
  [{ integrations: { webhook: { enabled: 'yes' } } }, 'integrations.webhook.enabled'],
  [{ integrations: { webhook: 7 } }, 'integrations.webhook'],
  [{ rules: [rule, { ...rule, conditions: 'from:' }] }, 'rules.1.conditions'],
  [{ rules: [{ ...rule, action: { type: 'webhook', url: 'http://' } }] }, 'rules.0.action.url'],
  [{ rules: [{ ...rule, conditions: 7 }] }, 'rules.0.conditions'],
])('%j is refused with the path %s, and nothing is written', (patch, path) => {
  const { services, dir } = servicesWith()
  const before = readFileSync(dir.configFile, 'utf8')
  expect(() => changeSettings(patch as Record<string, unknown>, services, request)).toThrowError(
    expect.objectContaining({ code: 'invalid_request', details: expect.objectContaining({ path }) }),
  )
  expect(readFileSync(dir.configFile, 'utf8')).toBe(before)
})

it('a body with __proto__ changes nothing else', async () => {
  const { services } = servicesWith()
  const patch = JSON.parse('{"__proto__": {"enabled": true}}')
  expect(() => changeSettings(patch, services, request)).toThrowError(
    expect.objectContaining({ code: 'invalid_request' }),
  )
  expect({}).not.toHaveProperty('enabled')
})

it('the audit log records the names of changed settings and who changed them, but no values', async () => {
  const { services, audited } = servicesWith()
  await changeSettings(
    { self_handles: ['+15550199'], integrations: { webhook: { secret: 's3cret' } } },
    services,
    request,
  )
  expect(audited().at(-1)).toMatchObject({
    action: 'settings_changed',
    principal: 'key:0a1b2c3d',
    target: 'self_handles integrations.webhook.secret',
  })
  expect(JSON.stringify(audited())).not.toMatch(/15550199|s3cret/)
})

it('a change that needs a restart is logged', async () => {
  const { services, said } = servicesWith()
  await changeSettings({ web: { port: 9_000, offline_alert_s: 30 } }, services, request)
  expect(said).toEqual([expect.stringContaining('web.port')])
})

it('describes every setting except those of access', async () => {
  const { services } = servicesWith()
  const { properties } = (await settingsSchema({}, services, request)) as { properties: Record<string, object> }
  expect(Object.keys(properties)).toEqual(Object.keys(await getSettings({}, services, request)))
  expect(properties.web).toMatchObject({ properties: { port: { default: 8723, 'x-restart': 'web' } } })
})
