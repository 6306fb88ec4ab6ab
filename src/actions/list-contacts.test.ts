import { expect, it, onTestFinished } from 'vitest'
import { openContacts } from '../../simulator/contacts/contacts.ts'
import { ServiceError } from '../domain/service-error.ts'
import { readContacts } from '../mac/contacts.ts'
import { messagesPaths } from '../mac/messages-paths.ts'
import { testFolders } from '../store/test-folder.ts'
import { listContacts } from './list-contacts.ts'
import { asked, conversationOf, historyOf, testDoors } from './test-doors.ts'

const doorsOf = testDoors(onTestFinished)
const folderOfTest = testFolders(onTestFinished)

function doorsWith(
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
  return doorsOf({ contacts, history }).doors
}

const find = (q: string, doors: ReturnType<typeof doorsWith>, limit = 50) =>
  Promise.resolve(listContacts({ q, limit }, doors, asked))

it('returns one entry for each address, by name, and each person once', async () => {
  const found = await find('', doorsWith([]))
  expect(found.map(({ name, handle }) => `${name} ${handle}`)).toEqual([
    'Anna Berg +14155550100',
    'Ben Ozil +491701234567',
    'Ben Ozil ben@example.org',
  ])
})

it('finds contacts by the beginning of a name or a part of an address', async () => {
  const doors = doorsWith([])
  expect((await find('ozi', doors)).map(({ handle }) => handle)).toEqual(['+491701234567', 'ben@example.org'])
  expect((await find('555 01', doors)).map(({ name }) => name)).toEqual(['Anna Berg'])
  expect(await find('nobody', doors)).toEqual([])
})

it('the people of the latest conversations come first, under the address that Messages knows', async () => {
  const doors = doorsWith(['any;+;chat1', 'iMessage;-;ben@example.org', 'any;-;+14155550100'])
  expect((await find('', doors)).map(({ handle }) => handle)).toEqual([
    'ben@example.org',
    '+14155550100',
    '+491701234567',
  ])
  expect(await find('', doors, 1)).toHaveLength(1)
})

it('returns the address of the picture for contacts that have one', async () => {
  const doors = doorsWith([])
  expect((await find('anna', doors))[0]?.avatar_url).toBe('/api/v1/contacts/%2B14155550100/avatar')
  expect((await find('ben', doors))[0]?.avatar_url).toBeNull()
})

it('works while Messages cannot be read', async () => {
  const conversations = () => {
    throw new ServiceError('messages_unreadable', 'No.')
  }
  expect(await find('anna', doorsWith([], historyOf([], { conversations })))).toHaveLength(1)
})
