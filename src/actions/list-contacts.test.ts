import { expect, it, onTestFinished } from 'vitest'
import { openContacts } from '../../simulator/contacts/contacts.ts'
import { ServiceError } from '../domain/service-error.ts'
import { readContacts } from '../mac/contacts.ts'
import { messagesPaths } from '../mac/messages-paths.ts'
import { testFolders } from '../store/test-folder.ts'
import { listContacts } from './list-contacts.ts'
import { conversationOf, historyOf, request, testServices } from './test-services.ts'

const servicesOf = testServices(onTestFinished)
const folderOfTest = testFolders(onTestFinished)

function servicesWith(
  conversations: readonly string[],
  history = historyOf(conversations.map((guid) => conversationOf(guid))),
) {
  const home = folderOfTest()
  const people = openContacts(home)
  onTestFinished(people.close)
  const { onMyMac } = people
  onMyMac.add({ firstName: 'Anna', lastName: 'Berg', phones: ['(415) 555-0100'], photo: Buffer.from('picture') })
  onMyMac.add({ firstName: 'Ben', lastName: 'Ozil', phones: ['+49 170 1234567'], emails: ['Ben@Example.org'] })
  people.addAccount('iCloud').add({ firstName: 'Anna', lastName: 'Berg', phones: ['+1 415 555 0100'] })
  const contacts = readContacts(messagesPaths(home).addressBook)
  return servicesOf({ contacts, history }).services
}

const find = (q: string, services: ReturnType<typeof servicesWith>, limit = 50) =>
  Promise.resolve(listContacts({ q, limit }, services, request))

it('returns one entry for each address, by name, and each person once', async () => {
  const found = await find('', servicesWith([]))
  expect(found.map(({ name, handle }) => `${name} ${handle}`)).toEqual([
    'Anna Berg +14155550100',
    'Ben Ozil +491701234567',
    'Ben Ozil ben@example.org',
  ])
})

it('finds contacts by the beginning of a name or a part of an address', async () => {
  const services = servicesWith([])
  expect((await find('ozi', services)).map(({ handle }) => handle)).toEqual(['+491701234567', 'ben@example.org'])
  expect((await find('555 01', services)).map(({ name }) => name)).toEqual(['Anna Berg'])
  expect(await find('nobody', services)).toEqual([])
})

it('the people of the latest conversations come first, under the address that Messages knows', async () => {
  const services = servicesWith(['any;+;chat1', 'iMessage;-;ben@example.org', 'any;-;+14155550100'])
  expect((await find('', services)).map(({ handle }) => handle)).toEqual([
    'ben@example.org',
    '+14155550100',
    '+491701234567',
  ])
  expect(await find('', services, 1)).toHaveLength(1)
})

it('returns the address of the picture for contacts that have one', async () => {
  const services = servicesWith([])
  expect((await find('anna', services))[0]?.avatar_url).toBe('/api/v1/contacts/%2B14155550100/avatar')
  expect((await find('ben', services))[0]?.avatar_url).toBeNull()
})

it('works while Messages cannot be read', async () => {
  const conversations = () => {
    throw new ServiceError('messages_unreadable', 'No.')
  }
  expect(await find('anna', servicesWith([], historyOf([], { conversations })))).toHaveLength(1)
})
