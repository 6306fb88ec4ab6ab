import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { expandHome } from '../paths.ts'
import { temporaryMac } from '../temporary-mac.ts'

const friend = '+15550100'

describe('deleting', () => {
  it('moves a message to Recently Deleted, from where it can be recovered', () => {
    using mac = temporaryMac()
    const where = () =>
      mac.row(`SELECT (SELECT count(*) FROM message) AS messages, (SELECT count(*) FROM chat_message_join) AS joined,
      (SELECT count(*) FROM chat_recoverable_message_join) AS deleted`)
    const message = mac.messages.receive({ from: friend, text: 'bye' })
    mac.messages.moveToRecentlyDeleted({ message })
    expect(where()).toEqual({ messages: 1, joined: 0, deleted: 1 })
    expect(mac.messages.recover({ message: message.guid }).chatGuid).toBe(message.chatGuid)
    expect(where()).toEqual({ messages: 1, joined: 1, deleted: 0 })
    expect(mac.row('SELECT date_recovered > 0 AS recovered FROM message')).toEqual({ recovered: 1 })
  })

  it('moves a whole chat there, and the next message brings back the chat without its old messages', () => {
    using mac = temporaryMac()
    const { chatGuid: chat = '' } = mac.messages.receive({ from: friend, text: 'one' })
    mac.messages.send({ chat, text: 'two' })
    mac.messages.moveChatToRecentlyDeleted({ chat })
    expect(mac.rows('SELECT message_id FROM chat_recoverable_message_join')).toHaveLength(2)
    const next = mac.messages.receive({ from: friend, text: 'three' })
    expect(next.chatGuid).toBe(chat)
    expect(mac.rows('SELECT message_id FROM chat_message_join')).toEqual([{ message_id: next.rowid }])
    expect(mac.rows('SELECT 1 FROM message')).toHaveLength(3)
  })

  it('of one bubble keeps the others, and stores its text as recoverable', () => {
    using mac = temporaryMac()
    const message = mac.messages.receive({ from: friend, parts: ['stays', 'goes', 'stays too'] })
    mac.messages.deletePart({ message, part: 1 })
    expect(mac.row('SELECT part_count AS parts, date_edited AS edited FROM message')).toEqual({ parts: 2, edited: 0 })
    expect(mac.rows('SELECT part_index, length(part_text) > 0 AS kept FROM recoverable_message_part')).toEqual([
      { part_index: 1, kept: 1 },
    ])
  })

  it('is permanent on macOS 12, which has no Recently Deleted', () => {
    using mac = temporaryMac({ macos: 12 })
    mac.messages.moveToRecentlyDeleted({ message: mac.messages.receive({ from: friend, text: 'bye' }) })
    expect(mac.rows('SELECT 1 FROM message')).toEqual([])
  })

  it('removes the row and its files, leaves a tombstone, and does not reuse the ROWID', () => {
    using mac = temporaryMac()
    const message = mac.messages.receive({ from: friend, files: [{ name: 'a.png', bytes: Buffer.from('a') }] })
    const path = expandHome(mac.home, String(mac.row('SELECT filename FROM attachment')?.filename))
    mac.messages.deleteForGood({ message })
    expect(mac.rows('SELECT guid FROM deleted_messages')).toEqual([{ guid: message.guid }])
    expect(mac.rows('SELECT 1 FROM attachment')).toEqual([])
    expect(existsSync(path)).toBe(false)
    expect(mac.messages.receive({ from: friend, text: 'next' }).rowid).toBeGreaterThan(message.rowid)
  })

  it('removes a chat with all its messages', () => {
    using mac = temporaryMac()
    const { chatGuid = '' } = mac.messages.receive({ from: friend, text: 'one' })
    mac.messages.receive({ from: friend, text: 'two' })
    mac.messages.deleteChat({ chat: chatGuid })
    expect(mac.rows('SELECT guid FROM chat UNION ALL SELECT guid FROM message')).toEqual([])
    expect(mac.messages.receive({ from: friend, text: 'anew' }).chatGuid).toBe(chatGuid)
  })
})
