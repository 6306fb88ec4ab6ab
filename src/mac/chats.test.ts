import { expect, onTestFinished, test } from 'vitest'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import type { Handle } from '../contract/ids.ts'
import { openChatDb } from './chat-db.ts'
import { readChats } from './chats.ts'
import { messagesPaths } from './messages-paths.ts'

const anna = '+12025550123' as Handle
const ben = '+12025550145' as Handle

function chatsOf(options: Parameters<typeof temporaryMac>[0] = {}) {
  const mac = temporaryMac(options)
  const chatDb = openChatDb(messagesPaths(mac.home).database)
  onTestFinished(() => {
    chatDb.close()
    mac.close()
  })
  const chats = readChats(chatDb)
  const chat = (id: number) => chats.byId(id) ?? expect.fail(`there is no chat ${id}`)
  return { messages: mac.messages, chats, chat }
}

test('chats with one person under several services and spellings are one conversation', () => {
  const { messages, chat } = chatsOf({ macos: 15 })
  const rows = [
    messages.directChat({ with: anna }),
    messages.directChat({ with: anna, service: 'SMS' }),
    messages.directChat({ with: `${anna}(smsft)`, service: 'SMS' }),
    messages.directChat({ with: '+1 (202) 555-0123', service: 'RCS' }),
  ]
  expect(new Set(rows.map(({ rowid }) => rowid)).size).toBe(4)
  expect(new Set(rows.map(({ rowid }) => chat(rowid).conversation))).toEqual(new Set([`dm:${anna}`]))
})

test('an e-mail address in capitals belongs to the same conversation', () => {
  const { messages, chat } = chatsOf({ macos: 15 })
  const [lower, upper] = ['anna@example.com', 'Anna@Example.com'].map((address) =>
    messages.directChat({ with: address }),
  )
  expect(chat(upper?.rowid ?? 0).conversation).toBe(chat(lower?.rowid ?? 0).conversation)
})

test('the renaming of all chats by macOS 26 changes no conversation', () => {
  const { messages, chats, chat } = chatsOf({ macos: 15 })
  const rowids = [messages.directChat({ with: anna }), messages.createGroup({ members: [anna, ben] })].map(
    ({ rowid }) => rowid,
  )
  const before = rowids.map(chat)
  messages.renameChats()
  chats.forget()
  const after = rowids.map(chat)
  expect(after.map(({ guid }) => guid.startsWith('any;'))).toEqual([true, true])
  expect(after.map(({ conversation }) => conversation)).toEqual(before.map(({ conversation }) => conversation))
})

test('a group is identified by its identifier, and carries its name where it has one', () => {
  const { messages, chats, chat } = chatsOf()
  const named = messages.createGroup({ name: 'Hiking', members: [anna, ben] })
  const unnamed = messages.createGroup({ members: [anna, ben] })
  expect(chat(named.rowid)).toMatchObject({
    isGroup: true,
    groupName: 'Hiking',
    conversation: `group:${named.identifier}`,
    identifier: named.identifier,
  })
  expect(chat(unnamed.rowid)).toMatchObject({ isGroup: true, groupName: null })
  expect(chat(unnamed.rowid).conversation).not.toBe(chat(named.rowid).conversation)
  messages.renameGroup({ chat: named.guid, name: 'Climbing' })
  chats.forget()
  expect(chat(named.rowid)).toMatchObject({ groupName: 'Climbing', conversation: `group:${named.identifier}` })
})

test.each([
  ['a known sender', { filtered: 0 }, { category: 'known', isBlocked: false }],
  ['an unknown sender', { filtered: 1 }, { category: 'unknown', isBlocked: false }],
  ['spam', { filtered: 2 }, { category: 'junk' }],
  ['a category of the SMS filter', { filtered: 36 }, { category: 'transaction' }],
  ['a blocked sender', { blackholed: true }, { category: 'known', isBlocked: true }],
])('%s gets the category that Messages assigns', (_what, settings, filed) => {
  const { messages, chat } = chatsOf()
  expect(chat(messages.directChat({ with: anna, ...settings }).rowid)).toMatchObject(filed)
})

test('a person without a chat gets the conversation that Messages would create', () => {
  const { messages, chats } = chatsOf()
  const before = chats.ofPerson(anna)
  expect(before).toMatchObject({ isGroup: false, identifier: anna, category: 'known', isBlocked: false })
  const written = messages.directChat({ with: anna })
  expect(chats.ofPerson(anna)).toMatchObject({ guid: written.guid, conversation: before.conversation })
})

test('an unknown chat is undefined', () => {
  expect(chatsOf().chats.byId(4711)).toBeUndefined()
})
