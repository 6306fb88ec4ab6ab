import { expect, it, onTestFinished } from 'vitest'
import { personsIn } from '../domain/people/persons.ts'
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
const nothingElse = { avatar_url: null, last_message_ts: null, other_addresses: [] }
const anna = {
  addresses: ['+14155550100'],
  other_addresses: [],
  avatar_url: '/api/v1/contacts/%2B14155550100/avatar',
  last_message_ts: lately,
}
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
    {
      handle: 'x@example.org',
      addresses: ['x@example.org'],
      kind: 'handle',
      display_name: 'x@example.org',
      ...nothingElse,
    },
    {
      handle: 'any;+;chat123',
      addresses: [],
      kind: 'group',
      display_name: 'Family',
      ...nothingElse,
      last_message_ts: lately,
    },
    { handle: 'chat9', addresses: [], kind: 'group', display_name: 'chat9', ...nothingElse },
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

const mail = 'anna@example.org'
/** A card with two addresses, and one that has an address in common with another card. */
const persons = (separate: readonly string[] = []) => {
  const cards = [
    { store: 'iCloud', name: 'Anna', handles: ['(415) 555-0100', mail, 'home@example.org'] },
    { store: 'iCloud', name: 'Tom', handles: ['home@example.org', 'tom@example.org'] },
    { store: 'iCloud', name: 'Twice', handles: ['one@example.org'] },
    { store: 'iCloud', name: 'Twice', handles: ['two@example.org'] },
  ]
  const now = personsIn(cards, { own: [], separate })
  return { now: () => now }
}
const both = { handle: '+14155550100', addresses: ['+14155550100', mail], other_addresses: [] }

it('lists a person with all addresses that are only theirs, whichever was given', () => {
  for (const handle of ['Anna', '+14155550100', mail]) {
    const { services } = servicesWith({}, { persons: persons() })
    const added = addToWhitelist({ handle }, services, request)
    expect(added).toMatchObject({ added: true, other_addresses: [] })
    expect(stored(services).handles.toSorted()).toEqual(both.addresses)
    expect(listWhitelist({}, services, request)).toHaveLength(1)
    expect(addToWhitelist({ handle: 'anna' }, services, request)).toMatchObject({ added: false })
  }
})

it('lists nobody else with an address that two people share', () => {
  const { services } = servicesWith({}, { persons: persons() })
  expect(addToWhitelist({ handle: 'home@example.org' }, services, request)).toMatchObject({
    addresses: ['home@example.org'],
  })
  expect(stored(services).handles).toEqual(['home@example.org'])
})

it('does not list an address that a card gained later, says so, and lists it when the person is added again', () => {
  const { services } = servicesWith({ handles: ['+14155550100'] }, { persons: persons() })
  expect(listWhitelist({}, services, request)).toMatchObject([{ addresses: ['+14155550100'], other_addresses: [mail] }])
  expect(addToWhitelist({ handle: '+14155550100' }, services, request)).toMatchObject({ ...both, added: true })
  expect(listWhitelist({}, services, request)).toMatchObject([both])
})

it('removes a person with all addresses', () => {
  for (const handle of ['anna', mail, '(415) 555-0100']) {
    const { services } = servicesWith({ handles: ['+14155550100', mail, 'x@example.org'] }, { persons: persons() })
    expect(removeFromWhitelist({ handle }, services, request)).toMatchObject({
      removed: true,
      addresses: both.addresses,
    })
    expect(stored(services).handles).toEqual(['x@example.org'])
  }
})

it('lists each address by itself while a person is kept separate', () => {
  const { services } = servicesWith({}, { persons: persons([mail, '+14155550100']) })
  expect(addToWhitelist({ handle: mail }, services, request)).toMatchObject({ addresses: [mail], other_addresses: [] })
  expect(stored(services).handles).toEqual([mail])
})

it('refuses a name that several people bear, and names their addresses', () => {
  const { services } = servicesWith({}, { persons: persons() })
  expect(() => addToWhitelist({ handle: 'Twice' }, services, request)).toThrowError(
    expect.objectContaining({
      details: { candidates: ['Twice <one@example.org>', 'Twice <two@example.org>'] },
    }),
  )
})

it('takes a group by its name', () => {
  const { services } = servicesWith()
  expect(addToWhitelist({ handle: 'family' }, services, request)).toMatchObject({ kind: 'group', handle: group.guid })
})

it('takes the name under which a company sends only where it has written', () => {
  const { services } = servicesWith({}, { history: historyOf([conversationOf('any;-;ACME')]) })
  expect(addToWhitelist({ handle: 'ACME' }, services, request)).toMatchObject({ addresses: ['ACME'], added: true })
  expect(() => addToWhitelist({ handle: 'AMCE' }, services, request)).toThrowError()
})
