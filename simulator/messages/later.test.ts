import { describe, expect, it } from 'vitest'
import { temporaryMac } from '../temporary-mac.ts'

const friend = '+15550100'

describe('a note to myself', () => {
  it('is written twice, once in each direction', () => {
    using mac = temporaryMac()
    const note = mac.messages.noteToSelf({ text: 'milk' })
    expect(mac.rows('SELECT is_from_me FROM message ORDER BY ROWID')).toEqual([{ is_from_me: 1 }, { is_from_me: 0 }])
    expect(note.copy?.guid).not.toBe(note.guid)
  })

  it('can be written once, or in the chats of two of my addresses', () => {
    using mac = temporaryMac()
    expect(mac.messages.noteToSelf({ text: 'milk', twins: 'sent' }).copy).toBeUndefined()
    const note = mac.messages.noteToSelf({ text: 'eggs', inTwoChats: true })
    expect(note.copy?.chatGuid).toBe(`any;-;${mac.self.email}`)
    expect(note.chatGuid).toBe(`any;-;${mac.self.phone}`)
  })
})

describe('a message for later', () => {
  const dueMs = Date.UTC(2030, 0, 1)

  it('waits with a future date, and is then sent like any other', () => {
    using mac = temporaryMac({ now: () => Date.UTC(2026, 0, 1) })
    const state = () =>
      mac.row('SELECT schedule_type AS type, is_sent AS sent, date / 1000000000 + 978307200 AS at FROM message')
    const message = mac.messages.sendLater({ to: friend, text: 'happy new year', dueMs })
    expect(state()).toEqual({ type: 2, sent: 0, at: dueMs / 1000 })
    mac.messages.scheduledGoesOut({ message })
    expect(state()).toEqual({ type: 0, sent: 1, at: Date.UTC(2026, 0, 1) / 1000 })
  })

  it('is deleted when cancelled, and unknown before macOS 15', () => {
    using mac = temporaryMac()
    mac.messages.cancelScheduled({ message: mac.messages.sendLater({ to: friend, text: 'x', dueMs }) })
    expect(mac.rows('SELECT 1 FROM message')).toEqual([])
    using old = temporaryMac({ macos: 14 })
    expect(() => old.messages.sendLater({ to: friend, text: 'x', dueMs })).toThrow('no Send Later')
  })
})

describe('Messages in iCloud', () => {
  it('lands an old message again under a new ROWID and a new guid', () => {
    using mac = temporaryMac()
    const message = mac.messages.receive({ from: friend, text: 'old', atMs: Date.UTC(2020, 0, 1) })
    mac.messages.receive({ from: friend, text: 'new' })
    const copy = mac.messages.reland({ message })
    expect(copy.guid).not.toBe(message.guid)
    expect(
      mac.row(`SELECT count(DISTINCT date) AS dates, count(DISTINCT attributedBody) AS bodies, max(ROWID) AS newest
        FROM message WHERE ROWID IN (${message.rowid}, ${copy.rowid})`),
    ).toEqual({ dates: 1, bodies: 1, newest: copy.rowid })
    expect(mac.rows('SELECT 1 FROM chat_message_join')).toHaveLength(3)
  })

  it('does not make the next message follow an old one', () => {
    using mac = temporaryMac()
    const newest = mac.messages.receive({ from: friend, text: 'new' })
    mac.messages.receive({ from: friend, text: 'old', atMs: Date.UTC(2020, 0, 1) })
    mac.messages.receive({ from: friend, text: 'next' })
    expect(mac.row('SELECT reply_to_guid FROM message ORDER BY ROWID DESC')).toEqual({ reply_to_guid: newest.guid })
  })

  it('puts a message into two chats, and leaves dates of long ago in seconds', () => {
    using mac = temporaryMac()
    const message = mac.messages.receive({ from: friend, text: 'old', atMs: Date.UTC(2016, 0, 1) })
    const chat = mac.messages.directChat({ with: 'friend@example.com' }).guid
    mac.messages.alsoIn({ message, chat })
    mac.messages.inSeconds({ message })
    const date = (Date.UTC(2016, 0, 1) - Date.UTC(2001, 0, 1)) / 1000
    expect(mac.rows('SELECT date, message_date FROM message JOIN chat_message_join')).toEqual([
      { date, message_date: date },
      { date, message_date: date },
    ])
  })

  it('renames every chat in place with the upgrade to macOS 26', () => {
    using mac = temporaryMac({ macos: 15 })
    mac.messages.receive({ from: friend, text: 'hi' })
    mac.messages.renameChats()
    expect(mac.rows('SELECT guid FROM chat')).toEqual([{ guid: `any;-;${friend}` }])
  })
})

describe('reading', () => {
  it('marks one message, or all messages of a chat at once', () => {
    using mac = temporaryMac()
    const unread = () => mac.rows('SELECT 1 FROM message WHERE is_read = 0').length
    const first = mac.messages.receive({ from: friend, text: 'one' })
    for (const text of ['two', 'three']) mac.messages.receive({ from: friend, text })
    mac.messages.markRead({ message: first })
    expect(unread()).toBe(2)
    mac.messages.markChatRead({ chat: first.chatGuid ?? '', withoutDates: true })
    expect(unread()).toBe(0)
    expect(mac.row('SELECT last_read_message_timestamp > 0 AS moved FROM chat')).toEqual({ moved: 1 })
  })
})
