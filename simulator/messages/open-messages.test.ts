import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { expandHome } from '../paths.ts'
import { macosVersions } from '../schema/macos-version.ts'
import { temporaryMac } from '../temporary-mac.ts'
import { openMessages } from './open-messages.ts'

const friend = '+15550100'
const png = { name: 'a.png', bytes: Buffer.from('picture'), mime: 'image/png', uti: 'public.png' }

describe('receiving', () => {
  it.each(macosVersions)('writes a joined, unread row with a body on macOS %i', (macos) => {
    using mac = temporaryMac({ macos })
    const { guid, chatGuid } = mac.messages.receive({ from: friend, text: 'hello' })
    expect(chatGuid).toBe(macos >= 26 ? `any;-;${friend}` : `iMessage;-;${friend}`)
    expect(
      mac.row(
        `SELECT m.guid, m.is_from_me, m.is_read, m.is_delivered, m.part_count, m.service, h.id,
        instr(m.attributedBody, CAST('hello' AS BLOB)) > 0 AS hasBody, j.message_date = m.date AS sameDate
        FROM message m JOIN handle h ON h.ROWID = m.handle_id JOIN chat_message_join j ON j.message_id = m.ROWID`.replace(
          'm.part_count',
          macos >= 13 ? 'm.part_count' : '1 AS part_count',
        ),
      ),
    ).toEqual({
      guid,
      is_from_me: 0,
      is_read: 0,
      is_delivered: 1,
      part_count: 1,
      service: 'iMessage',
      id: friend,
      hasBody: 1,
      sameDate: 1,
    })
  })

  it('puts the text into the text column on macOS 12 and hardly ever on 26', () => {
    const withText = (macos: 12 | 26) => {
      using mac = temporaryMac({ macos })
      for (let i = 0; i < 50; i++) mac.messages.receive({ from: friend, text: `number ${i}` })
      return Number(mac.row('SELECT count(text) AS n FROM message')?.n)
    }
    expect(withText(12)).toBe(50)
    expect(withText(26)).toBeLessThan(10)
  })

  it('gives each service its own chat up to macOS 15, and one chat for all from 26', () => {
    const chats = (macos: 15 | 26) => {
      using mac = temporaryMac({ macos })
      for (const service of ['iMessage', 'SMS', 'RCS'] as const)
        mac.messages.receive({ from: friend, text: 'hi', service })
      const services =
        macos === 26 ? mac.rows('SELECT service FROM chat_service ORDER BY service').map((row) => row.service) : []
      return {
        guids: mac.rows('SELECT guid FROM chat ORDER BY ROWID').map((row) => row.guid),
        handles: mac.rows('SELECT 1 FROM handle').length,
        services,
      }
    }
    expect(chats(15)).toEqual({
      guids: [`iMessage;-;${friend}`, `SMS;-;${friend}`, `RCS;-;${friend}`],
      handles: 3,
      services: [],
    })
    expect(chats(26)).toEqual({ guids: [`any;-;${friend}`], handles: 3, services: ['RCS', 'SMS', 'iMessage'] })
  })

  it('stores the guid of the previous message in reply_to_guid, which does not make it a reply', () => {
    using mac = temporaryMac()
    const first = mac.messages.receive({ from: friend, text: 'one' })
    mac.messages.receive({ from: friend, text: 'two' })
    expect(mac.rows('SELECT reply_to_guid, thread_originator_guid FROM message')).toEqual([
      { reply_to_guid: null, thread_originator_guid: null },
      { reply_to_guid: first.guid, thread_originator_guid: null },
    ])
  })

  it('stores the room name of a group', () => {
    using mac = temporaryMac()
    const group = mac.messages.createGroup({ members: [friend, '+15550101'], name: 'Hikers' })
    mac.messages.receive({ chat: group.guid, from: friend, text: 'hi all' })
    expect(mac.row('SELECT cache_roomnames FROM message')).toEqual({ cache_roomnames: group.identifier })
    expect(group.guid).toMatch(/^any;\+;chat\d{18}$/)
  })

  it('stores a file where Messages does, and joins it', () => {
    using mac = temporaryMac()
    const { guid } = mac.messages.receive({ from: friend, text: 'look', files: [png] })
    const attachment = mac.row('SELECT guid, filename, transfer_state, total_bytes FROM attachment')
    expect(attachment).toMatchObject({ guid: `at_0_${guid}`, transfer_state: 5, total_bytes: 7 })
    expect(existsSync(expandHome(mac.home, String(attachment?.filename)))).toBe(true)
    expect(mac.row('SELECT cache_has_attachments, part_count FROM message')).toEqual({
      cache_has_attachments: 1,
      part_count: 2,
    })
  })
})

describe('sending', () => {
  it('goes from written to sent, delivered and read in steps', () => {
    using mac = temporaryMac()
    const state = () =>
      Object.values(
        mac.row('SELECT is_sent, is_delivered, date_delivered > 0, is_read, date_read > 0 FROM message') ?? {},
      ).join('')
    const message = mac.messages.send({ to: friend, text: 'hi' })
    const seen = [state()]
    mac.messages.sent({ message })
    seen.push(state())
    mac.messages.delivered({ message: message.guid })
    seen.push(state())
    mac.messages.readByRecipient({ message })
    seen.push(state())
    expect(seen).toEqual(['00000', '10000', '11100', '11111'])
  })

  it('stores the recipient in a conversation of two and nobody in a group', () => {
    using mac = temporaryMac()
    mac.messages.send({ to: friend, text: 'hi' })
    mac.messages.send({ chat: mac.messages.createGroup({ members: [friend, '+15550101'] }).guid, text: 'all' })
    expect(mac.rows('SELECT handle_id > 0 AS noted FROM message ORDER BY ROWID')).toEqual([{ noted: 1 }, { noted: 0 }])
  })

  it('records a failure in the row and in kvtable', () => {
    using mac = temporaryMac()
    mac.messages.failed({ message: mac.messages.send({ to: friend, text: 'hi' }), error: 25 })
    expect(mac.row('SELECT error, is_sent FROM message')).toEqual({ error: 25, is_sent: 0 })
    expect(mac.rows('SELECT key FROM kvtable')).toHaveLength(2)
  })

  it('puts a ghost row into no chat', () => {
    using mac = temporaryMac()
    mac.messages.ghost({ chat: 'any;+;chat1' })
    expect(
      mac.row(
        `SELECT text, service, handle.id FROM message JOIN handle ON handle.ROWID = handle_id`.replace(
          'service',
          'message.service',
        ),
      ),
    ).toEqual({ text: '', service: 'SMS', id: 'chat1' })
    expect(mac.rows('SELECT * FROM chat_message_join')).toEqual([])
  })
})

describe('a row that comes in pieces', () => {
  it('is first without chat, body and files, and gets each separately', () => {
    using mac = temporaryMac()
    const state = () =>
      Object.values(
        mac.row(`SELECT attributedBody IS NOT NULL, cache_has_attachments, (SELECT count(*) FROM chat_message_join),
          (SELECT count(*) FROM attachment) FROM message`) ?? {},
      ).join('')
    const begun = mac.messages.beginReceive({ from: friend, text: 'late', files: [png] })
    const seen = [state()]
    mac.messages.fillBody(begun)
    seen.push(state())
    mac.messages.join(begun)
    seen.push(state())
    const files = mac.messages.insertFiles(begun)
    seen.push(state())
    mac.messages.joinFiles(begun, files)
    seen.push(state())
    expect(seen).toEqual(['0000', '1000', '1010', '1011', '1111'])
  })

  it('may wait for its file', () => {
    using mac = temporaryMac()
    const { guid } = mac.messages.receive({ from: friend, files: [{ ...png, state: 'waiting' }] })
    expect(mac.row('SELECT filename, transfer_state FROM attachment')).toEqual({ filename: null, transfer_state: 0 })
    mac.messages.attachmentArrives({ attachmentGuid: `at_0_${guid}`, bytes: png.bytes })
    expect(mac.row('SELECT filename IS NOT NULL AS named, transfer_state FROM attachment')).toEqual({
      named: 1,
      transfer_state: 5,
    })
  })
})

describe('a commit', () => {
  it('is made for each operation, or for many together', () => {
    using mac = temporaryMac()
    const count = () => mac.row('SELECT count(*) AS n FROM message')?.n
    mac.messages.transaction(() => {
      mac.messages.receive({ from: friend, text: 'one' })
      mac.messages.receive({ from: friend, text: 'two' })
      expect(count()).toBe(0)
    })
    expect(count()).toBe(2)
  })

  it('is undone completely when the operation fails', () => {
    using mac = temporaryMac()
    expect(() => mac.messages.receive({ from: friend, chat: 'any;+;chat404', text: 'x' })).toThrow('there is no chat')
    expect(() =>
      mac.messages.transaction(() => [
        mac.messages.receive({ from: friend, text: 'x' }),
        mac.messages.send({ text: 'y' }),
      ]),
    ).toThrow()
    expect(mac.rows('SELECT guid FROM chat')).toEqual([])
  })

  it('sees the rows of another writer', () => {
    using mac = temporaryMac()
    const other = openMessages(mac.home)
    mac.messages.receive({ from: friend, text: 'one' })
    const second = other.receive({ from: friend, text: 'two' })
    mac.messages.receive({ from: friend, text: 'three' })
    other.close()
    expect(mac.row('SELECT reply_to_guid FROM message ORDER BY ROWID DESC')).toEqual({ reply_to_guid: second.guid })
  })
})
