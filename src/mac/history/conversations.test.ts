import { Value } from '@sinclair/typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import { macosVersions } from '../../../simulator/schema/macos-version.ts'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import { Conversation } from '../../contract/conversation.ts'
import type { ConversationKey } from '../../contract/ids.ts'
import { anna, ben, carla, historyIn, minute } from './test-history.ts'
import type { ReadMark } from './unread.ts'

const historyOf = historyIn({ temporaryMac, onTestFinished })

test.each(macosVersions)(
  'on macOS %i conversations are listed in the declared shape, the most recent first',
  (macos) => {
    const { messages, list } = historyOf({ macos })
    messages.receive({ from: anna, text: 'first', atMs: minute(0) })
    const group = messages.createGroup({ members: [anna, ben], name: 'Climbing' })
    messages.receive({ from: ben, chat: group.guid, text: 'to all', atMs: minute(1) })
    const own = messages.send({ to: carla, text: 'last', atMs: minute(2), state: 'delivered' })
    const found = list()
    expect(found.every((it) => Value.Check(Conversation, it))).toBe(true)
    expect(found).toMatchObject([
      {
        guid: own.chatGuid,
        handle: carla,
        display_name: 'Carla',
        last_message: 'last',
        last_message_ts: '2026-06-01T12:02:00.000Z',
        last_message_rowid: own.rowid,
        last_message_is_from_me: true,
        last_message_sender: null,
        unread_count: 0,
        is_group: false,
        service: 'iMessage',
        participants: [{ handle: carla, name: 'Carla' }],
        muted: false,
      },
      {
        guid: group.guid,
        handle: group.identifier,
        display_name: 'Climbing',
        last_message: 'to all',
        last_message_sender: 'Ben',
        unread_count: 1,
        is_group: true,
        participants: [
          { handle: anna, name: 'Anna' },
          { handle: ben, name: 'Ben' },
        ],
      },
      { handle: anna, last_message: 'first' },
    ])
  },
)

test('a list is read in pages', () => {
  const { messages, list } = historyOf()
  for (const [at, from] of [anna, ben, carla].entries()) messages.receive({ from, text: from, atMs: minute(at) })
  expect(list(2).map(({ handle }) => handle)).toEqual([carla, ben])
  expect(list(2, 2).map(({ handle }) => handle)).toEqual([anna])
  expect(list(2, 9)).toEqual([])
})

test('a search finds people and groups by name, address and member', () => {
  const { messages, history } = historyOf()
  messages.receive({ from: anna, text: 'a', atMs: minute(0) })
  messages.receive({ from: ben, text: 'b', atMs: minute(1) })
  const named = messages.createGroup({ members: [ben, carla], name: 'Lake trip' })
  messages.receive({ from: ben, chat: named.guid, text: 'c', atMs: minute(2) })
  const found = (typed: string) =>
    history.conversations({ limit: 50, offset: 0, typed }).map(({ display_name }) => display_name)
  expect(found('LAKE')).toEqual(['Lake trip'])
  expect(found('be')).toEqual(['Lake trip', 'Ben'])
  expect(found('555 0123')).toEqual(['Anna'])
  expect(found('carla@')).toEqual(['Lake trip'])
  expect(found('nobody')).toEqual([])
  expect(history.conversations({ limit: 1, offset: 1, typed: 'be' })).toMatchObject([{ display_name: 'Ben' }])
})

test('the list can be limited to conversations with unread messages', () => {
  const { messages, history } = historyOf()
  messages.receive({ from: anna, text: 'a', atMs: minute(0) })
  messages.receive({ from: ben, text: 'b', atMs: minute(1), read: true })
  const found = (isUnread: boolean) =>
    history.conversations({ limit: 50, offset: 0, isUnread }).map(({ handle }) => handle)
  expect([found(true), found(false)]).toEqual([[anna], [ben]])
})

test('a participant with a picture has an address for it', () => {
  const contacts = { nameOf: () => undefined, hasPhoto: (handle: string) => handle === anna }
  const { messages, list } = historyOf({}, { contacts })
  for (const from of [anna, ben]) messages.receive({ from, text: from })
  const pictures = Object.fromEntries(list().map(({ handle, participants: [one] }) => [handle, one?.avatar_url]))
  expect(pictures).toEqual({ [anna]: '/api/v1/contacts/%2B12025550123/avatar', [ben]: null })
})

test.each([12, 15] as const)('on macOS %i one person with a chat for each service is one conversation', (macos) => {
  const { messages, list, texts } = historyOf({ macos })
  messages.receive({ from: anna, text: 'blue', service: 'iMessage', atMs: minute(0) })
  const green = messages.receive({ from: anna, text: 'green', service: 'SMS', atMs: minute(1) })
  messages.receive({ from: anna, text: 'blue again', service: 'iMessage', atMs: minute(2) })
  expect(list()).toMatchObject([{ guid: `iMessage;-;${anna}`, service: 'iMessage', last_message: 'blue again' }])
  for (const spelling of [
    `iMessage;-;${anna}`,
    green.chatGuid,
    `any;-;${anna}`,
    `RCS;-;(202) 555-0123`.replace('(202) 555-0123', anna),
  ])
    expect(texts(spelling)).toEqual(['blue', 'green', 'blue again'])
})

test.each([15, 26] as const)('on macOS %i a group is found under every spelling of its GUID', (macos) => {
  const { messages, history, texts } = historyOf({ macos })
  const { guid, identifier } = messages.createGroup({ members: [anna, ben] })
  messages.receive({ from: anna, chat: guid, text: 'hello' })
  for (const spelling of [guid, `any;+;${identifier}`, `any;-;${identifier}`, `iMessage;+;${identifier}`]) {
    expect(texts(spelling)).toEqual(['hello'])
    expect(history.conversation(spelling)?.guid).toBe(guid)
    expect(history.conversationKey(spelling)).toBe(`group:${identifier}`)
  }
})

test('an address without a chat of its own leads to the chat that Messages looks up for it', () => {
  const { messages, history } = historyOf({ macos: 26 })
  const { chatGuid } = messages.receive({ from: anna, text: 'hello' })
  const mail = 'anna@example.org'
  const { rowid } = messages.directChat({ with: anna })
  const learn = messages.db.prepare('INSERT INTO chat_lookup (identifier, domain, chat) VALUES (?, ?, ?)')
  const found = () => [`any;-;${mail}`, `iMessage;-;${mail}`].map((guid) => history.conversation(guid)?.guid)
  expect(found()).toEqual([undefined, undefined])
  learn.run(mail, 'iMessage', rowid)
  expect(found()).toEqual([chatGuid, chatGuid])
  const own = messages.receive({ from: mail, text: 'from a chat of its own' })
  expect(found()).toEqual([own.chatGuid, own.chatGuid])
  expect(history.conversationsWith(mail).map(({ guid }) => guid)).toEqual([own.chatGuid])
})

test.each(['', 'any', 'any;-;', 'any;-;+15550000', `x;${anna}`])('nothing is found under %j', (guid) => {
  const { messages, history } = historyOf()
  messages.receive({ from: anna, text: 'hello' })
  expect(history.conversation(guid)).toBeUndefined()
  expect(history.conversationKey(guid)).toBeUndefined()
  expect(history.messages(guid, { limit: 1 })).toBeUndefined()
})

test('a group without a name is named after its members, without oneself', () => {
  const me = '+12025550100'
  const { messages, list } = historyOf({}, { selfHandles: () => [me] })
  const { guid } = messages.createGroup({ members: [anna, ben, me] })
  messages.receive({ from: anna, chat: guid, text: 'hello' })
  expect(list()).toMatchObject([{ display_name: 'Anna and Ben' }])
  messages.renameGroup({ chat: guid, by: anna, name: 'Cinema' })
  expect(list()).toMatchObject([{ display_name: 'Cinema', last_message: 'hello' }])
})

test('the last message is never a tapback, an update, a system line or a scheduled message', () => {
  const { messages, list } = historyOf({ macos: 26 })
  const { guid } = messages.createGroup({ members: [anna, ben], name: 'Lunch' })
  const poll = messages.createPoll({
    chat: guid,
    from: anna,
    options: ['Soup', 'Salad'],
    title: 'What?',
    atMs: minute(0),
  })
  messages.vote({ poll, from: ben, choose: ['Soup'], atMs: minute(1) })
  messages.tapback({ target: poll, from: ben, kind: 'love', atMs: minute(2) })
  messages.leaveGroup({ chat: guid, by: ben, atMs: minute(3) })
  messages.sendLater({ chat: guid, text: 'later', dueMs: minute(9_000) })
  expect(list()).toMatchObject([
    {
      last_message: 'What?: Soup (1) · Salad',
      last_message_rowid: poll.rowid,
      last_message_ts: '2026-06-01T12:00:00.000Z',
    },
  ])
})

test('a last message without text is described by its content', () => {
  const { messages, list } = historyOf()
  const file = (name: string, mime: string) => ({ name, mime, bytes: Buffer.from('x') })
  const picture = file('a.png', 'image/png')
  const last = () => list()[0]?.last_message
  messages.receive({ from: anna, files: [picture] })
  expect(last()).toBe('Photo')
  messages.receive({ from: anna, files: [picture, picture, picture] })
  expect(last()).toBe('3 photos')
  messages.receive({ from: anna, files: [file('report.pdf', 'application/pdf')] })
  expect(last()).toBe('report.pdf')
  const unsent = messages.receive({ from: anna, text: 'oops' })
  messages.unsend({ message: unsent })
  expect(last()).toBe('Anna unsent a message.')
})

test('a conversation that has only system lines is listed without a last message', () => {
  const { messages, list } = historyOf()
  const { guid } = messages.createGroup({ members: [anna, ben] })
  messages.renameGroup({ chat: guid, by: anna, name: 'New', atMs: minute(0) })
  expect(list()).toMatchObject([{ guid, last_message: '', last_message_ts: '2026-06-01T12:00:00.000Z' }])
  messages.createGroup({ members: [anna, carla] })
  expect(list()).toHaveLength(1)
})

test('filtered and blocked chats are left out, unknown senders are listed', () => {
  const { messages, list, history } = historyOf()
  for (const from of [anna, ben, carla]) messages.receive({ from, text: 'hello' })
  messages.filterChat({ chat: `any;-;${anna}`, category: 1 })
  messages.filterChat({ chat: `any;-;${ben}`, category: 2 })
  messages.block({ chat: `any;-;${carla}` })
  expect(list().map(({ handle }) => handle)).toEqual([anna])
  expect(history.conversation(`any;-;${ben}`)).toBeUndefined()
  messages.filterChat({ chat: `any;-;${ben}`, category: 0 })
  expect(list().map(({ handle }) => handle)).toEqual([ben, anna])
})

test('single messages that macOS 27 files as junk are left out', () => {
  const { messages, list, texts } = historyOf({ macos: 27 })
  const kept = messages.receive({ from: anna, text: 'hello' })
  messages.fileMessage({ message: messages.receive({ from: anna, text: 'buy' }), as: 'junk' })
  expect(texts(kept.chatGuid)).toEqual(['hello'])
  expect(list()).toMatchObject([{ last_message: 'hello', unread_count: 1 }])
})

test('a conversation with hidden alerts is marked as muted', () => {
  const { messages, list } = historyOf()
  const { chatGuid = '' } = messages.receive({ from: anna, text: 'hello' })
  expect(list()).toMatchObject([{ muted: false }])
  messages.hideAlerts({ chat: chatGuid })
  expect(list()).toMatchObject([{ muted: true }])
})

const markOf = (handle: string, rowid: number, sentAtMs: number): ReadMark => ({
  conversation: `dm:${handle}` as ConversationKey,
  rowid,
  sentAtMs,
})

test.each(macosVersions)('on macOS %i unread counts match those of Messages', (macos) => {
  const { messages, list } = historyOf({ macos })
  const first = messages.receive({ from: anna, text: 'one' })
  messages.receive({ from: anna, text: 'two' })
  messages.send({ to: anna, text: 'three' })
  messages.tapback({ target: first, from: anna, kind: 'love' })
  expect(list()[0]?.unread_count).toBe(2)
  messages.markRead({ message: first })
  expect(list()[0]?.unread_count).toBe(1)
  messages.markChatRead({ chat: first.chatGuid ?? '' })
  expect(list()[0]?.unread_count).toBe(0)
  messages.receive({ from: anna, text: 'four' })
  expect(list()[0]?.unread_count).toBe(1)
})

test('of however many messages are unread, each is counted, until it is read', () => {
  const { messages, list } = historyOf()
  const unread = () => Object.fromEntries(list().map(({ handle, unread_count }) => [handle, unread_count]))
  const oldest = messages.receive({ from: anna, text: 'the oldest' })
  messages.transaction(() => {
    for (let index = 0; index < 2_000; index++)
      messages.receive({ from: index % 2 === 0 ? anna : ben, text: `${index}` })
  })
  expect(unread()).toEqual({ [anna]: 1_001, [ben]: 1_000 })
  messages.receive({ from: ben, text: 'one more' })
  expect(unread()).toEqual({ [anna]: 1_001, [ben]: 1_001 })
  messages.markRead({ message: oldest })
  expect(unread()).toEqual({ [anna]: 1_000, [ben]: 1_001 })
})

test('messages that were read in our page are not unread, whatever Messages says', () => {
  let marks: ReadMark[] = []
  const { messages, list } = historyOf({}, { readMarks: () => marks })
  const [first, second] = [0, 1].map((at) => messages.receive({ from: anna, text: 'hello', atMs: minute(at) }))
  messages.receive({ from: anna, text: 'hello', atMs: minute(2) })
  const unread = () => list()[0]?.unread_count
  expect(unread()).toBe(3)
  marks = [markOf(anna, first?.rowid ?? 0, minute(0))]
  expect(unread()).toBe(2)
  marks = [markOf(anna, 999_999, minute(1))]
  expect(unread()).toBe(1)
  marks = [markOf(ben, second?.rowid ?? 0, minute(5))]
  expect(unread()).toBe(3)
})

test('messages that were read on another device are not unread, although their rows do not say it', () => {
  const { messages, list } = historyOf()
  const { chatGuid } = messages.receive({ from: anna, text: 'one', atMs: minute(0) })
  messages.receive({ from: anna, text: 'two', atMs: minute(2) })
  const readTo = BigInt(minute(1) - Date.UTC(2001, 0, 1)) * 1_000_000n
  messages.db.prepare('UPDATE chat SET last_read_message_timestamp = ? WHERE guid = ?').run(readTo, chatGuid ?? '')
  expect(list()[0]?.unread_count).toBe(1)
})

test('the preview of a link is not counted in addition to the message with the link', () => {
  const { messages, list } = historyOf()
  messages.receive({ from: anna, text: 'look https://example.com/a' })
  messages.linkPreview({ from: anna, link: { url: 'https://example.com/a', title: 'An example' } })
  expect(list()).toMatchObject([{ unread_count: 1, last_message: 'look https://example.com/a' }])
})

test('a GUID whose number lacks its country code means nobody where several people have that number', () => {
  const { messages, history } = historyOf()
  messages.receive({ from: '+12025550123', text: 'from America' })
  expect(history.conversation('iMessage;-;2025550123')?.handle).toBe('+12025550123')
  messages.receive({ from: '+492025550123', text: 'from Germany' })
  expect(history.conversation('iMessage;-;2025550123')).toBeUndefined()
  expect(history.chatGuid('iMessage;-;2025550123')).toBeUndefined()
  expect(history.conversation('iMessage;-;+492025550123')?.handle).toBe('+492025550123')
})
