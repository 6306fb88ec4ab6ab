import { expect, onTestFinished, test } from 'vitest'
import type { Messages } from '../../simulator/messages/open-messages.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { openChatDb } from './chat-db.ts'
import { messagesPaths } from './messages-paths.ts'
import { readOwnAddresses } from './own-addresses.ts'

const anna = '+12025550123'
const withoutColumns = 'ALTER TABLE message DROP COLUMN account; ALTER TABLE message DROP COLUMN destination_caller_id'

function ownAddressesOf(options: Parameters<typeof temporaryMac>[0] = {}, prepare = (_messages: Messages) => {}) {
  const mac = temporaryMac(options)
  prepare(mac.messages)
  const chatDb = openChatDb(messagesPaths(mac.home).database)
  onTestFinished(() => {
    chatDb.close()
    mac.close()
  })
  const read = readOwnAddresses(chatDb)
  return { mac, messages: mac.messages, own: () => read().toSorted() }
}

test('the accounts of chats are own addresses, once each and without their prefixes', () => {
  const { messages, own } = ownAddressesOf({ macos: 15 })
  messages.directChat({ with: anna })
  messages.directChat({ with: '+12025550145' })
  expect(own()).toEqual(['robin@example.com'])
  messages.directChat({ with: anna, service: 'SMS' })
  expect(own()).toEqual(['+12025550100', 'robin@example.com'])
})

test('an account without an address adds none', () => {
  const { messages, own } = ownAddressesOf()
  const { rowid } = messages.directChat({ with: anna })
  messages.db.exec(`UPDATE chat SET account_login = 'E:' WHERE ROWID = ${rowid}`)
  expect(own()).toEqual([])
})

test('an own number is known by the first message that was sent from it, whatever the account', () => {
  const { mac, messages, own } = ownAddressesOf()
  messages.receive({ from: anna, text: 'hello' })
  expect(own()).toEqual([mac.self.email])
  messages.noteToSelf({ text: 'a note', address: mac.self.phone, twins: 'sent' })
  expect(own()).toEqual([mac.self.phone, mac.self.email].toSorted())
})

test('the number of another person stays theirs where Messages notes it as the own address used last', () => {
  const { messages, own } = ownAddressesOf()
  messages.send({ to: anna, text: 'hello' })
  messages.receive({ from: anna, text: 'hello' })
  messages.db.exec(`UPDATE chat SET last_addressed_handle = '${anna}'`)
  expect(own()).toEqual(['robin@example.com'])
})

test('a database without these columns names the accounts of its chats', () => {
  const { own } = ownAddressesOf({}, (messages) => {
    messages.send({ to: anna, text: 'hello' })
    messages.db.exec(withoutColumns)
  })
  expect(own()).toEqual(['robin@example.com'])
})
