import { copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { Value } from '@sinclair/typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import { createMac } from '../../../simulator/create.ts'
import { macosVersions } from '../../../simulator/schema/macos-version.ts'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import { Conversation } from '../../contract/conversation.ts'
import { Message } from '../../contract/message.ts'
import { messagesPaths } from '../messages-paths.ts'
import { openHistory } from './open-history.ts'
import { anna, ben, historyIn, minute } from './test-history.ts'

const historyOf = historyIn({ temporaryMac, onTestFinished })

test('every query names the problem while there is no database, and works once there is one', () => {
  using empty = temporaryMac()
  const home = `${empty.home}/another`
  const history = openHistory({ home, contacts: { nameOf: () => undefined }, readMarks: () => [] })
  const list = () => history.conversations({ limit: 50, offset: 0 })
  expect(list).toThrow(expect.objectContaining({ code: expect.stringMatching(/^(messages_unavailable|not_macos)$/) }))
  expect(() => history.placed([1])).toThrow()
  createMac(home, { messages: 20, chats: 2 })
  expect(list().length).toBeGreaterThan(0)
  history.close()
})

test('a damaged database is reported as damaged, and read again once it is repaired', () => {
  const { mac, messages, list } = historyOf()
  messages.receive({ from: anna, text: 'hello' })
  messages.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const { database } = messagesPaths(mac.home)
  copyFileSync(database, `${database}.good`)
  writeFileSync(`${database}.bad`, 'this is no database, however long it is looked at')
  renameSync(`${database}.bad`, database)
  rmSync(`${database}-wal`, { force: true })
  expect(() => list()).toThrow(expect.objectContaining({ code: 'messages_corrupt' }))
  renameSync(`${database}.good`, database)
  expect(list()).toMatchObject([{ last_message: 'hello' }])
})

test('a database that replaces the old one is noticed', () => {
  const { mac, messages, list } = historyOf()
  messages.receive({ from: anna, text: 'before' })
  expect(list()).toMatchObject([{ last_message: 'before' }])
  using other = temporaryMac()
  other.messages.receive({ from: ben, text: 'after' })
  other.messages.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const { database } = messagesPaths(mac.home)
  copyFileSync(messagesPaths(other.home).database, `${database}.new`)
  for (const end of ['-wal', '-shm']) rmSync(`${database}${end}`, { force: true })
  renameSync(`${database}.new`, database)
  expect(list()).toMatchObject([{ handle: ben, last_message: 'after' }])
})

test('the next query sees what Messages has changed', () => {
  const { messages, list, texts } = historyOf()
  const message = messages.receive({ from: anna, text: 'one', atMs: minute(0) })
  expect(list()).toMatchObject([{ last_message: 'one' }])
  messages.edit({ message, text: 'two' })
  expect(list()).toMatchObject([{ last_message: 'two' }])
  messages.receive({ from: ben, text: 'three', atMs: minute(1) })
  expect(list().map(({ last_message }) => last_message)).toEqual(['three', 'two'])
  messages.deleteForGood({ message: messages.receive({ from: anna, text: 'four', atMs: minute(2) }) })
  expect(list().map(({ last_message }) => last_message)).toEqual(['three', 'two'])
  const late = messages.beginReceive({ from: anna, text: 'five', atMs: minute(3) })
  expect(list()).toMatchObject([{ last_message: 'three' }, { last_message: 'two' }])
  messages.receive({ from: ben, text: 'six', atMs: minute(2) })
  expect(list()).toMatchObject([{ last_message: 'six' }, { last_message: 'two', unread_count: 1 }])
  messages.fillBody(late)
  messages.join(late)
  expect(list()).toMatchObject([{ last_message: 'five', unread_count: 2 }, { last_message: 'six' }])
  expect(texts(message.chatGuid)).toEqual(['two', 'five'])
})

test('chats that the upgrade to macOS 26 renames are still found', () => {
  const { messages, list, texts } = historyOf({ macos: 15 })
  messages.receive({ from: anna, text: 'hello' })
  expect(list()).toMatchObject([{ guid: `iMessage;-;${anna}` }])
  messages.renameChats()
  expect(list()).toMatchObject([{ guid: `any;-;${anna}` }])
  expect(texts(`iMessage;-;${anna}`)).toEqual(['hello'])
})

test('no transaction stays open between queries, so Messages can empty its log', () => {
  const { mac, messages, page, list } = historyOf()
  const { chatGuid } = messages.receive({ from: anna, text: 'hello' })
  list()
  page(chatGuid)
  expect(mac.messages.db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()).toMatchObject({ busy: 0 })
})

test.each(macosVersions)(
  'on macOS %i every conversation is read in the declared shape, with each message once',
  (macos) => {
    const { list, page } = historyOf({ macos, messages: 1_500, chats: 30 })
    const conversations = list(200)
    expect(conversations.length).toBeGreaterThan(15)
    expect(conversations.filter((it) => !Value.Check(Conversation, it))).toEqual([])
    for (const { guid, last_message_rowid } of conversations) {
      const messages = page(guid, { limit: 500 })
      const rowids = messages.map(({ rowid }) => rowid)
      expect(messages.filter((it) => !Value.Check(Message, it))).toEqual([])
      expect(rowids).toContain(last_message_rowid)
      expect(new Set(rowids).size).toBe(rowids.length)
    }
  },
)
