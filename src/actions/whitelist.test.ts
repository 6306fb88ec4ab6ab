import { expect, it, onTestFinished } from 'vitest'
import { ServiceError } from '../domain/service-error.ts'
import { addToWhitelist } from './add-to-whitelist.ts'
import { listWhitelist } from './list-whitelist.ts'
import { removeFromWhitelist } from './remove-from-whitelist.ts'
import type { Services } from './services.ts'
import { conversationOf, historyOf, request, testServices } from './test-services.ts'

const servicesOf = testServices(onTestFinished)
const group = conversationOf('any;+;chat123', { display_name: 'Family' })
const person = conversationOf('any;-;+14155550100')
const history = historyOf([group, person], {
  conversation: (guid) => (guid.endsWith('chat123') ? group : guid === person.guid ? person : undefined),
})
const lately = person.last_message_ts
const nothingElse = { avatar_url: null, last_message_ts: null }
const anna = { avatar_url: '/api/v1/contacts/%2B14155550100/avatar', last_message_ts: lately }
const names: Record<string, string> = { '+14155550100': 'Anna' }
const contacts = { nameOf: (handle) => names[handle], hasPhoto: (handle) => handle === '+14155550100' } as Partial<
  Services['contacts']
> as Services['contacts']

const servicesWith = (whitelist: object = {}, given: Partial<Services> = {}) =>
  servicesOf({ history, contacts, ...given }, { whitelist })
const stored = ({ settings }: Services) => settings.current().whitelist

it('lists people and groups by their names', () => {
  const { services } = servicesWith({
    handles: ['+1 (415) 555-0100', 'x@example.org'],
    groups: ['iMessage;+;chat123', 'chat9'],
  })
  expect(listWhitelist({}, services, request)).toEqual([
    { handle: '+14155550100', kind: 'handle', display_name: 'Anna', ...anna },
    { handle: 'x@example.org', kind: 'handle', display_name: 'x@example.org', ...nothingElse },
    { handle: 'any;+;chat123', kind: 'group', display_name: 'Family', ...nothingElse, last_message_ts: lately },
    { handle: 'chat9', kind: 'group', display_name: 'chat9', ...nothingElse },
  ])
})

it('adds a person in any spelling, once', () => {
  const { services, audited } = servicesWith()
  const entry = { handle: '+14155550100', kind: 'handle', display_name: 'Anna', ...anna }
  expect(addToWhitelist({ handle: '+1 (415) 555-0100' }, services, request)).toEqual({ ...entry, added: true })
  for (const handle of ['tel:+14155550100', 'iMessage;-;+14155550100', '(415) 555-0100'])
    expect(addToWhitelist({ handle }, services, request)).toEqual({ ...entry, added: false })
  expect(stored(services)).toEqual({ handles: ['+14155550100'], groups: [] })
  expect(audited()).toMatchObject([{ action: 'whitelist_changed', target: 'whitelist.handles' }])
  expect(JSON.stringify(audited())).not.toContain('4155550100')
})

it('adds a group under any spelling, once', () => {
  const { services } = servicesWith()
  for (const handle of ['iMessage;+;chat123', 'any;+;chat123', 'chat123'])
    expect(addToWhitelist({ handle }, services, request)).toMatchObject({ kind: 'group', display_name: 'Family' })
  expect(stored(services)).toEqual({ handles: [], groups: ['any;+;chat123'] })
})

it('removes an entry in any spelling, and accepts an unknown one', () => {
  const { services } = servicesWith({ handles: ['+1 (415) 555-0100'], groups: ['iMessage;+;chat123'] })
  const remove = (handle: string) => removeFromWhitelist({ handle }, services, request)
  expect(remove('(415) 555-0100')).toMatchObject({ kind: 'handle', handle: '+14155550100', removed: true })
  expect(remove('any;+;chat123')).toMatchObject({ kind: 'group', removed: true })
  expect(remove('nobody@example.org')).toMatchObject({ kind: 'handle', removed: false })
  expect(stored(services)).toEqual({ handles: [], groups: [] })
})

it.each(['Anna Berg', '  ', '@'])('%j is not an address', (handle) => {
  const { services } = servicesWith()
  expect(() => addToWhitelist({ handle }, services, request)).toThrowError(
    expect.objectContaining({ code: 'invalid_request', details: expect.objectContaining({ path: 'handle' }) }),
  )
  expect(stored(services).handles).toEqual([])
})

it('can be listed and changed while Messages cannot be read', () => {
  const conversation = () => {
    throw new ServiceError('messages_unreadable', 'No.')
  }
  const { services } = servicesWith({ groups: ['any;+;chat123'] }, { history: historyOf([], { conversation }) })
  addToWhitelist({ handle: 'any;+;chat5' }, services, request)
  expect(listWhitelist({}, services, request)).toMatchObject([
    { display_name: 'any;+;chat123' },
    { display_name: 'any;+;chat5' },
  ])
})
