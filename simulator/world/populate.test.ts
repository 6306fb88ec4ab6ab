import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MacosVersion } from '../schema/macos-version.ts'
import { type TemporaryMac, temporaryMac } from '../temporary-mac.ts'

const nowMs = Date.UTC(2026, 10, 20)
const isUnread = 'is_read = 0 AND is_from_me = 0 AND item_type = 0'
const chatOf = (condition: string) =>
  `ROWID IN (SELECT message_id FROM chat_message_join JOIN chat ON chat.ROWID = chat_id WHERE ${condition})`
const withFile = (condition: string) =>
  `ROWID IN (SELECT message_id FROM message_attachment_join JOIN attachment a ON a.ROWID = attachment_id WHERE ${condition})`

/** Rows of `message` that every world has, with the first macOS that has them. */
const rows: ReadonlyArray<readonly [what: string, condition: string, since?: MacosVersion]> = [
  ['unread messages', isUnread],
  ['unread messages of people who are hidden', `${isUnread} AND ${chatOf('is_filtered > 1')}`],
  ['messages of somebody who is blocked', chatOf('is_blackholed = 1')],
  ['messages of unknown senders', chatOf('is_filtered = 1')],
  ['messages in no chat', 'ROWID NOT IN (SELECT message_id FROM chat_message_join) AND is_from_me = 0'],
  ['messages in two chats', 'ROWID IN (SELECT message_id FROM chat_message_join GROUP BY 1 HAVING count(*) = 2)'],
  ['messages in Recently Deleted', 'ROWID IN (SELECT message_id FROM chat_recoverable_message_join)', 13],
  ['messages partly in Recently Deleted', 'ROWID IN (SELECT message_id FROM recoverable_message_part)', 13],
  ['messages to be sent later', 'schedule_type = 2', 15],
  ['messages filed as junk', 'filter_action = 2', 27],
  ['answers in a thread', "thread_originator_part LIKE '0:%'"],
  ['answers to one bubble', "thread_originator_part LIKE '1:%'"],
  ['edits', 'date_edited > 0 AND is_empty = 0', 13],
  ['edits without a date', "date_edited = 0 AND instr(message_summary_info, 'otr') > 0", 13],
  ['messages unsent whole', 'is_empty = 1', 13],
  ['messages unsent in part', 'date_edited > 0 AND part_count = 2', 13],
  ['tapbacks by emoji', 'associated_message_type = 2006', 15],
  ['tapbacks by sticker', 'associated_message_type = 2007', 15],
  ['tapbacks that were taken back', 'associated_message_type BETWEEN 3000 AND 3007'],
  ['tapbacks to one bubble', "associated_message_guid LIKE 'p:2/%'"],
  ['tapbacks to a balloon', "associated_message_guid LIKE 'bp:%'"],
  ['tapbacks to a bare guid', "associated_message_type = 2000 AND associated_message_guid NOT LIKE '%/%'"],
  ['stickers on a bubble', 'associated_message_type = 1000'],
  ['link previews of their own', "balloon_bundle_id LIKE '%URLBalloonProvider'"],
  ['link previews that nothing names', 'balloon_bundle_id IS NULL AND payload_data IS NOT NULL'],
  ['polls', "balloon_bundle_id LIKE '%Polls' AND associated_message_type = 3", 26],
  ['votes', 'associated_message_type = 4000', 26],
  ['a game', "balloon_bundle_id LIKE '%games.messages'"],
  ['an app that nobody knows', "balloon_bundle_id LIKE '%unheard-of'"],
  ['drawings', "balloon_bundle_id LIKE '%HandwritingProvider'"],
  ['messages to myself that came in', `is_from_me = 0 AND ${chatOf("chat_identifier = '+12025550100'")}`],
  ['messages to myself in another chat', chatOf("chat_identifier = 'robin@example.com'")],
  ['voice messages', 'is_audio_message = 1'],
  ['subjects', 'subject IS NOT NULL'],
  ['messages that failed', 'error = 22'],
  ['messages that were not sent yet', 'is_from_me = 1 AND is_sent = 0 AND error = 0'],
  ['messages that went out as text messages', 'was_downgraded = 1'],
  ['messages that came quietly', 'was_delivered_quietly = 1 AND did_notify_recipient = 1'],
  ['markup', "instr(attributedBody, '<script>') > 0"],
  ['dates of long ago, in seconds', 'date BETWEEN 1 AND 1000000000'],
  [
    'messages that came late',
    'date < (SELECT min(date) FROM message b WHERE b.ROWID < message.ROWID AND b.ROWID > message.ROWID - 3) - 86400000000000',
  ],
  ['files that have not come', withFile('transfer_state = 0')],
  ['files on their way', withFile('transfer_state = 3')],
  ['files that failed', withFile('transfer_state = 6')],
  ['files elsewhere', withFile("filename LIKE '/var/%'")],
  ['files of no known type', withFile("uti = 'public.data'")],
  ...[...'012345'].map((kind) => [`tapbacks of kind ${kind}`, `associated_message_type = 200${kind}`] as const),
  ...['heic', 'jpeg', 'png', 'mpeg-4', 'vcard', 'vlocation', 'coreaudio-format', 'pdf', 'quicktime-movie'].map(
    (type) => [`files of type ${type}`, withFile(`uti LIKE '%${type}'`)] as const,
  ),
  ...['1 0', '1 1', '2 0', '3 0', '3 1', '3 2', '4 0', '5 0', '6 0'].map(
    (action) => [`system rows ${action}`, `item_type || ' ' || group_action_type = '${action}'`] as const,
  ),
  ['chat backgrounds', 'item_type = 3 AND group_action_type IN (4, 6)', 26],
]

describe.each<MacosVersion>([12, 13, 15, 26, 27])('a world of macOS %i', (macos) => {
  let mac: TemporaryMac
  beforeAll(() => {
    mac = temporaryMac({ macos, messages: 2000, chats: 40, nowMs })
  })
  afterAll(() => mac.close())
  const count = (sql: string) => Number(mac.row(`SELECT count(*) AS n FROM ${sql}`)?.n)

  it.each(rows.filter(([, , since = 12]) => macos >= since))('has %s', (_, condition) => {
    expect(count(`message WHERE ${condition}`)).toBeGreaterThan(0)
  })

  it('has the requested number of messages and chats', () => {
    expect([count('message'), count('chat')]).toEqual([2000, 40])
  })

  it('has one person under several spellings and services', () => {
    const guids = mac.rows("SELECT guid FROM chat WHERE guid LIKE '%5550100123' ORDER BY guid").map(({ guid }) => guid)
    const service = macos >= 26 ? 'any' : 'iMessage'
    expect(guids).toEqual([`${service};-;+5215550100123`, `${service};-;+525550100123`])
    const [friend] = mac.rows(
      `SELECT chat_identifier AS id, group_concat(DISTINCT m.service) AS services, count(DISTINCT c.ROWID) AS chats
       FROM chat c JOIN chat_message_join j ON j.chat_id = c.ROWID JOIN message m ON m.ROWID = j.message_id
       WHERE c.ROWID IN (SELECT ROWID FROM chat WHERE chat_identifier = (SELECT chat_identifier FROM chat WHERE ROWID = 1))`,
    )
    expect(friend?.chats).toBe(macos >= 26 ? 1 : 2)
    expect(String(friend?.services).split(',').toSorted()).toEqual(['SMS', 'iMessage'])
  })

  it('has a group whose alerts are hidden', () => {
    expect(count("chat WHERE style = 43 AND instr(properties, 'ignoreAlertsFlag') > 0")).toBe(1)
  })

  it('has conversations that were deleted, begun again, and never begun', () => {
    const empty = count('chat WHERE ROWID NOT IN (SELECT chat_id FROM chat_message_join)')
    expect(empty).toBeGreaterThanOrEqual(macos >= 13 ? 2 : 1)
    if (macos < 13) return
    const deleted = 'SELECT chat_id FROM chat_recoverable_message_join'
    expect(count(`chat WHERE ROWID IN (${deleted}) AND ROWID NOT IN (SELECT chat_id FROM chat_message_join)`)).toBe(1)
    expect(
      count(`(SELECT chat_id FROM chat_message_join WHERE chat_id IN (${deleted}) GROUP BY 1 HAVING count(*) = 1)`),
    ).toBe(1)
  })

  it('has all read messages before unread ones, in every chat', () => {
    const late = `SELECT m.ROWID FROM message m JOIN chat_message_join j ON j.message_id = m.ROWID JOIN chat c ON c.ROWID = chat_id
      WHERE m.${isUnread} AND m.date <= c.last_read_message_timestamp`
    expect(mac.rows(late)).toEqual([])
  })

  it('has only scheduled messages in the future', () => {
    const soon = (nowMs - Date.UTC(2001, 0, 1) + 600_000) * 1_000_000
    const scheduled = macos >= 15 ? ' AND schedule_type = 0' : ''
    expect(count(`message WHERE date > ${soon}${scheduled}`)).toBe(0)
  })
})
