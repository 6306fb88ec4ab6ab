import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, test } from 'vitest'
import type { FileToAttach } from '../../../simulator/messages/attachments.ts'
import { type MacosVersion, macosVersions } from '../../../simulator/schema/macos-version.ts'
import { temporaryMac } from '../../../simulator/temporary-mac.ts'
import type { RowId } from '../../contract/ids.ts'
import { messagesPaths } from '../../mac/messages-paths.ts'
import { openOutgoing } from './outgoing.ts'

const anna = '+12025550123'
const ben = '+12025550145'
const picture: FileToAttach = { name: 'cat.png', bytes: Buffer.from('cat'), mime: 'image/png', uti: 'public.png' }

function macWithOutgoing(macos: MacosVersion = 26, own: string[] = []) {
  const mac = temporaryMac({ macos })
  const outgoing = openOutgoing({ home: mac.home, selfHandles: () => own })
  onTestFinished(() => {
    outgoing.close()
    mac.close()
  })
  const sentAfter = (rowid = 0, limit = 100) => outgoing.sentAfter(rowid as RowId, limit)
  return { mac, messages: mac.messages, outgoing, sentAfter, own }
}

test.each(macosVersions)(
  'on macOS %i a person is found in any spelling, with the chats of the conversation',
  (macos) => {
    const { messages, outgoing } = macWithOutgoing(macos)
    const atMs = Date.UTC(2026, 5, 1)
    messages.receive({ from: anna, text: 'by SMS', service: 'SMS', atMs })
    const { chatGuid } = messages.receive({ from: anna, text: 'by iMessage', atMs: atMs + 1_000 })
    const person = outgoing.findPerson('+1 (202) 555-0123')
    expect(person).toMatchObject({ conversation: `dm:${anna}`, isGroup: false, handle: anna })
    expect(person?.chats[0]).toEqual({ guid: chatGuid, service: expect.any(String) })
    expect(person?.chats.map(({ guid }) => guid)).toEqual(
      macos >= 26 ? [`any;-;${anna}`] : [`iMessage;-;${anna}`, `SMS;-;${anna}`],
    )
    expect(outgoing.findPerson('202-555-0123')).toEqual(person)
  },
)

test.each(macosVersions)('on macOS %i a chat is found under every spelling of its GUID', (macos) => {
  const { messages, outgoing } = macWithOutgoing(macos)
  messages.receive({ from: anna, text: 'hello' })
  const { guid, identifier } = messages.createGroup({ members: [anna, ben] })
  for (const prefix of ['any;+;', 'any;-;', 'iMessage;+;', 'SMS;+;'])
    expect(outgoing.findChat(prefix + identifier)).toMatchObject({
      conversation: `group:${identifier}`,
      isGroup: true,
      handle: identifier,
      chats: [{ guid }],
    })
  for (const prefix of ['any;-;', 'iMessage;-;', 'SMS;-;', 'RCS;-;'])
    expect(outgoing.findChat(prefix + anna)).toEqual(outgoing.findPerson(anna))
})

it('a person who was never written to is found by a number or an e-mail address', () => {
  const { outgoing } = macWithOutgoing()
  expect(outgoing.findPerson('+1 (202) 555-0199')).toEqual({
    conversation: 'dm:+12025550199',
    isGroup: false,
    handle: '+12025550199',
    chats: [],
    otherChats: [],
  })
  expect(outgoing.findPerson('Cleo@Example.org')).toMatchObject({ handle: 'cleo@example.org', chats: [] })
})

it('a text that is neither known nor an address is nobody, and a GUID without a chat is undefined', () => {
  const { outgoing } = macWithOutgoing()
  expect(['', 'Anna', '12', 'a@b', 'any;-;+12025550123', '-e'].map(outgoing.findPerson)).toEqual(
    Array(6).fill(undefined),
  )
  expect(outgoing.findChat('any;-;+12025550199')).toBeUndefined()
  expect(outgoing.findChat('any;+;chat1')).toBeUndefined()
  expect(outgoing.findChat('+12025550199')).toBeUndefined()
})

it('an address that is not a number is found once Messages knows it', () => {
  const { messages, outgoing } = macWithOutgoing()
  messages.receive({ from: 'AMAZON', text: 'Your parcel', service: 'SMS' })
  expect(outgoing.findPerson('amazon')).toMatchObject({ handle: 'AMAZON', chats: [{ guid: 'any;-;AMAZON' }] })
})

it('the identifier of a group is nobody, even where a ghost row left it among the addresses', () => {
  const { messages, outgoing } = macWithOutgoing()
  const { guid, identifier } = messages.createGroup({ members: [anna, ben] })
  messages.ghost({ chat: guid })
  expect(outgoing.findPerson(identifier)).toBeUndefined()
})

it('a number without a country code that two people share matches neither of them', () => {
  const { messages, outgoing } = macWithOutgoing()
  messages.receive({ from: '+491701234567', text: 'from Germany' })
  expect(outgoing.findPerson('0170 1234567')).toMatchObject({ handle: '+491701234567' })
  messages.receive({ from: '+431701234567', text: 'from Austria' })
  expect(outgoing.findPerson('0170 1234567')).toMatchObject({ handle: '01701234567', chats: [] })
  expect(outgoing.findPerson('+43 170 1234567')).toMatchObject({ handle: '+431701234567' })
})

it('a chat that Messages hides as junk can be replied to', () => {
  const { messages, outgoing } = macWithOutgoing()
  const { guid } = messages.directChat({ with: anna, filtered: 2, blackholed: true })
  expect(outgoing.findPerson(anna)?.chats).toMatchObject([{ guid }])
})

test.each(macosVersions)('on macOS %i sent messages are read decoded, and nothing else', (macos) => {
  const { messages, outgoing, sentAfter } = macWithOutgoing(macos)
  messages.send({ to: anna, text: 'before' })
  const before = outgoing.newestRowid()
  const text = 'Grüße \u2028 "x" שלום 👩‍👩‍👧'
  const atMs = Date.UTC(2026, 5, 1)
  const written = messages.send({ to: anna, text, atMs })
  messages.db.exec(`UPDATE message SET text = NULL WHERE ROWID = ${written.rowid}`)
  const received = messages.receive({ from: anna, text })
  messages.tapback({ target: received.guid, kind: 'love' })
  if (macos >= 15) messages.sendLater({ to: anna, text: 'tomorrow', dueMs: Date.now() + 86_400_000 })
  expect(sentAfter(before)).toEqual([
    {
      rowid: written.rowid,
      guid: written.guid,
      conversation: `dm:${anna}`,
      chatGuid: written.chatGuid,
      text,
      hasAttachments: false,
      isBlank: false,
      handle: anna,
      service: 'iMessage',
      sentAtMs: atMs,
      isSelfChat: false,
    },
  ])
})

it('a ghost row is blank and in no chat, and a half-written row is blank until its body is there', () => {
  const { messages, sentAfter } = macWithOutgoing()
  messages.ghost({ chat: `any;-;${anna}` })
  const begun = messages.beginSend({ to: anna, text: 'hello' })
  const nowhere = { conversation: null, chatGuid: null, text: null, isBlank: true, handle: anna }
  expect(sentAfter()).toMatchObject([{ ...nowhere, service: 'SMS' }, nowhere])
  messages.fillBody(begun)
  expect(sentAfter()[1]).toMatchObject({ text: 'hello', isBlank: false, chatGuid: null })
  messages.join(begun)
  expect(sentAfter()[1]).toMatchObject({ conversation: `dm:${anna}`, chatGuid: `any;-;${anna}` })
})

it('a file is recognised as soon as the body is there', () => {
  const { messages, sentAfter } = macWithOutgoing()
  const begun = messages.beginSend({ to: anna, files: [picture] })
  messages.fillBody(begun)
  expect(sentAfter()).toMatchObject([{ text: null, hasAttachments: true, isBlank: false }])
  messages.joinFiles(begun, messages.insertFiles(begun))
  expect(sentAfter()).toMatchObject([{ text: null, hasAttachments: true, isBlank: false }])
})

it('the preview of a link is no message of its own, the link is', () => {
  const { messages, sentAfter } = macWithOutgoing()
  const link = 'https://example.org/page'
  const text = messages.send({ to: anna, text: `Look: ${link}` })
  messages.addLinkPreview({ message: text.guid, link: { url: link, title: 'Page' } })
  messages.send({ to: anna, text: `And: ${link}` })
  messages.linkPreview({ chat: text.chatGuid, link: { url: link, title: 'Page' } })
  messages.send({ to: anna, text: 'Bye' })
  const texts = [`Look: ${link}`, `And: ${link}`, 'Bye']
  for (const limit of [3, 4, 100]) expect(sentAfter(0, limit).map((row) => row.text)).toEqual(texts)
})

it('known rows are read again in their current state, and deleted rows are left out', () => {
  const { messages, outgoing } = macWithOutgoing()
  const [hello, bye] = [messages.send({ to: anna, text: 'hello' }), messages.send({ to: anna, text: 'bye' })]
  const received = messages.receive({ from: anna, text: 'hi' })
  messages.db.exec(`UPDATE message SET text = NULL, attributedBody = NULL, is_empty = 0 WHERE ROWID = ${hello.rowid}`)
  const rowids = [received, bye, hello].map(({ rowid }) => rowid as RowId)
  expect(outgoing.sentAmong([...rowids, 99_999 as RowId])).toMatchObject([{ isBlank: true }, { text: 'bye' }])
})

it('a damaged body is not blank', () => {
  const { messages, sentAfter } = macWithOutgoing()
  const { rowid } = messages.send({ to: anna, text: 'hello' })
  messages.db.exec(`UPDATE message SET text = NULL, attributedBody = x'0123' WHERE ROWID = ${rowid}`)
  expect(sentAfter()).toMatchObject([{ text: null, isBlank: false }])
})

it('a conversation with oneself is recognised by the accounts of Messages, or by the settings', () => {
  const { mac, messages, sentAfter, own } = macWithOutgoing()
  messages.noteToSelf({ text: 'milk', address: mac.self.email })
  expect(sentAfter()).toMatchObject([{ text: 'milk', isSelfChat: true, handle: mac.self.email }])
  messages.send({ to: ben, text: 'from my other number' })
  expect(sentAfter()[1]).toMatchObject({ isSelfChat: false })
  own.push('+1 (202) 555-0145')
  expect(sentAfter()[1]).toMatchObject({ isSelfChat: true })
})

it('sent messages come in ROWID order, limited in number', () => {
  const { messages, sentAfter } = macWithOutgoing()
  for (const text of ['one', 'two', 'three']) {
    messages.send({ to: anna, text })
    messages.receive({ from: anna, text: 'yes' })
  }
  const [one, two] = sentAfter(0, 2)
  expect([one?.text, two?.text]).toEqual(['one', 'two'])
  expect(sentAfter(two?.rowid, 2).map(({ text }) => text)).toEqual(['three'])
})

test.each(macosVersions)('on macOS %i a message is followed from its row to the receipt', (macos) => {
  const { messages, outgoing } = macWithOutgoing(macos)
  const { rowid, guid, chatGuid } = messages.send({ to: anna, text: 'hello' })
  const state = () => outgoing.statesOf([rowid as RowId]).get(rowid as RowId)
  const landed = { guid, error: 0, isSent: false, isDelivered: false, isRead: false, wasDowngraded: false }
  expect(state()).toEqual({ ...landed, service: 'iMessage', chatGuid, hasFile: false, files: [] })
  messages.sent({ message: guid })
  expect(state()).toMatchObject({ isSent: true, isDelivered: false })
  messages.delivered({ message: guid })
  expect(state()).toMatchObject({ isDelivered: true, isRead: false })
  messages.readByRecipient({ message: guid })
  expect(state()).toMatchObject({ isRead: true })
})

it('failed, downgraded and deleted messages are reported', () => {
  const { messages, outgoing } = macWithOutgoing()
  const failed = messages.failed({ message: messages.send({ to: anna, text: 'a' }).guid })
  const downgraded = messages.downgraded({ message: messages.send({ to: anna, text: 'b' }).guid })
  expect(outgoing.statesOf([failed.rowid as RowId]).get(failed.rowid as RowId)).toMatchObject({
    error: 22,
    isSent: false,
  })
  expect(outgoing.statesOf([downgraded.rowid as RowId]).get(downgraded.rowid as RowId)).toMatchObject({
    service: 'SMS',
    wasDowngraded: true,
    isSent: true,
  })
  expect(outgoing.statesOf([999 as RowId]).get(999 as RowId)).toBeUndefined()
})

it('returns the full paths of the files of a message', () => {
  const { mac, messages, outgoing } = macWithOutgoing()
  const { rowid } = messages.send({ to: anna, files: [picture] })
  const { attachments } = messagesPaths(mac.home)
  const files = outgoing.statesOf([rowid as RowId]).get(rowid as RowId)?.files
  expect(files).toEqual([expect.stringMatching(/\/cat\.png$/)])
  expect(files?.[0]?.startsWith(`${attachments}/`)).toBe(true)
  expect(outgoing.filesBelow(attachments)).toEqual(files)
  expect(outgoing.filesBelow(join(attachments, 'elsewhere'))).toEqual([])
})

it('reports a change once, whatever else was read in between', () => {
  const { messages, outgoing, sentAfter } = macWithOutgoing()
  expect([outgoing.checkForChanges(), outgoing.checkForChanges()]).toEqual(['fresh', 'unchanged'])
  messages.send({ to: anna, text: 'hello' })
  sentAfter()
  expect([outgoing.checkForChanges(), outgoing.checkForChanges()]).toEqual(['changed', 'unchanged'])
})

it('reads from the file that is there now', () => {
  const { mac, outgoing } = macWithOutgoing()
  const [here, there] = [messagesPaths(mac.home).folder, join(mac.home, 'away')]
  renameSync(here, there)
  expect(() => outgoing.newestRowid()).toThrow(
    expect.objectContaining({ code: expect.stringMatching(/unavailable|not_macos/) }),
  )
  renameSync(there, here)
  mac.messages.send({ to: anna, text: 'hello' })
  expect(outgoing.newestRowid()).toBe(1)
  expect(outgoing.checkForChanges()).toBe('fresh')
})
