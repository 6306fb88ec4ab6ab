import { expect, onTestFinished, test } from 'vitest'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import type { ConversationKey } from '../../contract/ids.ts'
import { type Card, personsIn } from '../../domain/people/persons.ts'
import { anna, ben, historyIn, minute } from './test-history.ts'
import type { ReadMark } from './unread.ts'

const historyOf = historyIn({ temporaryMac, onTestFinished })
const mail = 'anna@example.org'
const card: Card = { store: 'iCloud', name: 'Anna', handles: [anna, mail] }

function joinedHistory(options: { readMarks?: () => ReadMark[] } = {}) {
  let persons = personsIn([card], { own: [], separate: [] })
  const names = new Map([...[anna, mail].map((handle) => [handle, 'Anna'] as const), [ben, 'Ben']])
  const opened = historyOf(undefined, {
    contacts: { nameOf: (handle) => names.get(handle) },
    persons: { now: () => persons },
    ...options,
  })
  const { messages } = opened
  const first = messages.receive({ from: anna, text: 'one', atMs: minute(0) })
  messages.receive({ from: mail, text: 'two', atMs: minute(1) })
  messages.receive({ from: anna, text: 'three', atMs: minute(2) })
  const last = messages.receive({ from: mail, text: 'four', atMs: minute(3) })
  messages.receive({ from: ben, text: 'other', atMs: minute(2.5) })
  return {
    ...opened,
    guids: { phone: first.chatGuid ?? '', mail: last.chatGuid ?? '' },
    last,
    contactsNow: (cards: readonly Card[], separate: readonly string[] = []) => {
      persons = personsIn(cards, { own: [], separate })
    },
  }
}

test('the addresses of one person are one conversation, under the GUID of the oldest chat', () => {
  const { list, guids } = joinedHistory()
  expect(list()).toMatchObject([
    {
      guid: guids.phone,
      handle: mail,
      addresses: [mail, anna],
      kept_separate: false,
      display_name: 'Anna',
      last_message: 'four',
      unread_count: 4,
      participants: [{ name: 'Anna' }],
    },
    { display_name: 'Ben', addresses: [ben] },
  ])
})

test('each GUID and address leads to the whole conversation, in order of time', () => {
  const { history, texts, guids } = joinedHistory()
  for (const guid of [guids.phone, guids.mail]) {
    expect(texts(guid)).toEqual(['one', 'two', 'three', 'four'])
    expect(history.conversation(guid)?.guid).toBe(guids.phone)
    expect(history.conversationKey(guid)).toBe(`dm:${anna}`)
    expect(history.conversationKeys(guid)).toEqual([`dm:${anna}`, `dm:${mail}`])
  }
  for (const address of [anna, mail])
    expect(history.conversationsWith(address).map(({ guid }) => guid)).toEqual([guids.phone])
  expect(history.conversations({ limit: 9, offset: 0, typed: 'anna@' }).map(({ guid }) => guid)).toEqual([guids.phone])
  expect(history.conversations({ limit: 9, offset: 0, isUnread: true })).toHaveLength(2)
})

test('a message is placed in the conversation, and says in which address it came', () => {
  const { history, last, guids } = joinedHistory()
  expect(history.placed([last.rowid])).toMatchObject([
    { conversation: `dm:${anna}`, conversation_guid: guids.phone, address: mail },
  ])
})

test('pages go on over all addresses', () => {
  const { page, texts, guids } = joinedHistory()
  const [third] = page(guids.phone, { limit: 2 })
  expect(texts(guids.phone, { limit: 2, ...(third && { before_rowid: third.rowid }) })).toEqual(['one', 'two'])
})

test('a mark of one address concerns that address, and one of each the whole conversation', () => {
  const marks: ReadMark[] = []
  const { list, last } = joinedHistory({ readMarks: () => marks })
  const mark = { rowid: last.rowid, sentAtMs: minute(3) }
  marks.push({ ...mark, conversation: `dm:${anna}` as ConversationKey })
  expect(list()[0]?.unread_count).toBe(2)
  marks.push({ ...mark, conversation: `dm:${mail}` as ConversationKey })
  expect(list()[0]?.unread_count).toBe(0)
})

test('a card that gains or loses an address joins or separates from then on, and every GUID stays valid', () => {
  const { list, texts, guids, contactsNow } = joinedHistory()
  expect(list()).toHaveLength(2)
  contactsNow([{ ...card, handles: [anna] }])
  expect(list().map(({ last_message }) => last_message)).toEqual(['four', 'other', 'three'])
  expect(texts(guids.mail)).toEqual(['two', 'four'])
  contactsNow([card])
  expect(list().map(({ last_message, unread_count }) => [last_message, unread_count])).toEqual([
    ['four', 4],
    ['other', 1],
  ])
  expect(texts(guids.mail)).toEqual(['one', 'two', 'three', 'four'])
})

test('a person who is kept separate has a conversation for each address, which says so', () => {
  const { list, contactsNow } = joinedHistory()
  contactsNow([card], [anna, mail])
  expect(list().map(({ handle, kept_separate }) => [handle, kept_separate])).toEqual([
    [mail, true],
    [ben, false],
    [anna, true],
  ])
})

test('without Contacts each address is a conversation of its own', () => {
  const { list, contactsNow } = joinedHistory()
  contactsNow([])
  expect(list().map(({ handle }) => handle)).toEqual([mail, ben, anna])
})

test('what arrives moves the conversation, from whichever address', () => {
  const { list, messages } = joinedHistory()
  messages.receive({ from: ben, text: 'later', atMs: minute(5) })
  expect(list()[0]?.display_name).toBe('Ben')
  messages.receive({ from: anna, text: 'five', atMs: minute(6) })
  expect(list()).toMatchObject([
    { last_message: 'five', handle: anna, addresses: [anna, mail] },
    { last_message: 'later' },
  ])
})
