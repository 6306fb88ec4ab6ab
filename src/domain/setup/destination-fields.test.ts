import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { destinationPlugins } from '../../contract/setup-destinations.ts'
import { answeredValues, destinationFields, unanswered, valueTyped } from './destination-fields.ts'

interface Manifest {
  settings_schema: Record<string, unknown>
}
const manifests = JSON.parse(
  readFileSync(new URL('../../integrations/manifests.json', import.meta.url), 'utf8'),
) as Record<string, Manifest>

const fieldsOf = (plugin: string) => destinationFields(plugin, manifests[plugin]?.settings_schema ?? {})

test('every bundled plugin is offered, with its required settings and what most receivers want', () => {
  expect(destinationPlugins.map(({ plugin }) => plugin).toSorted()).toEqual(Object.keys(manifests).toSorted())
  const asked = destinationPlugins.map(({ plugin }) => [plugin, fieldsOf(plugin).map(({ key }) => key)])
  expect(Object.fromEntries(asked)).toEqual({
    webhook: ['url'],
    telegram: ['token', 'allowed_users'],
    ntfy: ['topic'],
    email: ['smtp_host', 'user', 'password', 'from', 'to'],
    mqtt: ['url', 'username', 'password'],
    nats: ['servers'],
  })
})

test('what is typed is read as the setting wants it, and kept as it is where it cannot be', () => {
  const [token, users] = fieldsOf('telegram')
  if (token === undefined || users === undefined) throw new Error('Telegram has two required settings.')
  expect([token.isSecret, users.isList]).toEqual([true, true])
  expect(valueTyped(users, '12, 34 56')).toEqual([12, 34, 56])
  expect(valueTyped(users, 'anna')).toEqual(['anna'])
  expect(valueTyped(token, ' 1:abc ')).toBe('1:abc')
})

test('only what was changed is saved, and a saved secret that is left empty stays', () => {
  const fields = fieldsOf('telegram')
  const saved = { token: { set: true }, allowed_users: [12] }
  expect(answeredValues({ fields, saved, typed: { token: '', allowed_users: '12' } })).toEqual({})
  expect(answeredValues({ fields, saved, typed: { token: '2:x', allowed_users: '12, 13' } })).toEqual({
    token: '2:x',
    allowed_users: [12, 13],
  })
  const missing = (saved: object, typed: Record<string, string>) =>
    unanswered({ fields, saved: saved as Record<string, unknown>, typed }).map(({ key }) => key)
  expect(missing(saved, { allowed_users: ' ' })).toEqual(['allowed_users'])
  expect(missing({ token: { set: false } }, {})).toEqual(['token', 'allowed_users'])
})
