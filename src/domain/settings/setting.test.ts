import { expect, it } from 'vitest'
import { ServiceError } from '../service-error.ts'
import { allSettings, settingAt } from './setting.ts'

const plugins = new Map([
  [
    'webhook',
    {
      additionalProperties: false,
      properties: { url: { type: 'string' }, headers: { type: 'object' }, filter: { properties: { from: {} } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { minutes: {} } },
    },
  ],
  ['bare', {}],
])

it.each([
  'relay',
  'relay.scope',
  'web.port',
  'self_handles',
  'rules',
  'integrations',
  'integrations.webhook',
  'integrations.webhook.enabled',
  'integrations.webhook.url',
  'integrations.webhook.headers.x-key',
  'integrations.webhook.minutes',
  'integrations.webhook.filter.from',
  'integrations.bare.enabled',
  'auth.password_hash',
])('%s is a setting', (path) => {
  expect(settingAt(path, plugins)).toMatchObject({ path, keys: path.split('.') })
})

it.each([
  ['relay.scop', 'relay.scope'],
  ['port', 'web.port'],
  ['integrations.webhok.url', 'webhook'],
  ['integrations.webhook.ulr', 'integrations.webhook.url'],
  ['relay.scope.x', 'relay.scope'],
  ['self_handles.0', 'self_handles'],
  ['relay.', 'relay'],
  ['nothing.like.it', undefined],
  ['', undefined],
  ['__proto__', undefined],
  ['integrations.constructor', undefined],
])('%j is not a setting, and the nearest name is %s', (path, nearest) => {
  const error = (() => {
    try {
      return settingAt(path, plugins)
    } catch (error) {
      return error as ServiceError
    }
  })()
  expect(error).toBeInstanceOf(ServiceError)
  expect((error as ServiceError).details.nearest).toBe(nearest)
})

it('knows which process has to restart, for a setting and its section', () => {
  expect(settingAt('web.port', plugins).restart).toBe('web')
  expect(settingAt('web', plugins).restart).toBe('web')
  expect(settingAt('web.offline_alert_s', plugins).restart).toBeNull()
})

it('lists all settings, including sections', () => {
  expect(allSettings(plugins).map(({ path }) => path)).toEqual(
    expect.arrayContaining(['relay', 'relay.scope', 'integrations.webhook', 'integrations.webhook.filter.from']),
  )
})
