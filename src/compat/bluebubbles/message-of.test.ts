import { Value } from '@sinclair/typebox/value'
import { expect, test } from 'vitest'
import type { StoredRow } from '../../contract/stored-row.ts'
import { messageOf } from './message-of.ts'
import { FullMessage, NotificationMessage } from './shapes.ts'

const row: StoredRow = {
  rowid: 7,
  guid: 'M-1',
  chat_rowid: 3,
  chat_guid: 'any;+;chat42',
  conversation_guid: 'any;+;chat42',
  text: 'see the plan',
  body: 'see the plan \uFFFC',
  runs: [
    { start: 0, length: 13, part: 0, attachment_guid: null, mention: '+12025550123' },
    { start: 13, length: 1, part: 1, attachment_guid: 'A-1', mention: null },
  ],
  subject: null,
  is_from_me: false,
  handle: '+12025550123',
  handle_rowid: 5,
  other_handle_rowid: 0,
  service: 'iMessage',
  own_address: null,
  country: 'us',
  sent_at: '2026-06-01T12:00:00.123Z',
  delivered_at: null,
  read_at: '2026-06-01T12:01:00.000Z',
  played_at: null,
  edited_at: '2026-06-01T12:02:00.000Z',
  unsent_at: null,
  flags: ['is_delivered', 'is_audio_message'],
  error: 0,
  item_type: 0,
  group_title: null,
  group_action_type: 0,
  share_status: 0,
  share_direction: 0,
  balloon_bundle_id: null,
  has_payload: false,
  effect_id: null,
  associated_guid: 'p:0/M-0',
  associated_type: 3001,
  associated_emoji: null,
  reply_to_guid: 'M-0',
  reply_to_part: '0:0:3',
  part_count: 2,
  schedule_type: 0,
  versions: [{ part: 0, text: 'see a plan', ts: '2026-06-01T12:00:00.000Z' }],
  unsent_parts: [],
  attachments: [],
}

test('both forms of a message have exactly the declared fields', () => {
  const full = messageOf(row, { attributedBody: true, summary: true })
  const brief = messageOf(row, { form: 'notification', attributedBody: true, summary: true })
  expect([...Value.Errors(FullMessage, full)]).toEqual([])
  expect([...Value.Errors(NotificationMessage, brief)]).toEqual([])
  expect([Object.keys(full).length, Object.keys(brief).length]).toEqual([50, 31])
})

test('times are whole milliseconds, reactions names, and a rich body says where its parts are', () => {
  expect(messageOf(row, { attributedBody: true, summary: true })).toMatchObject({
    text: 'see the plan',
    dateCreated: Date.UTC(2026, 5, 1, 12, 0, 0, 123),
    dateRead: Date.UTC(2026, 5, 1, 12, 1),
    dateDelivered: null,
    isDelivered: true,
    isAudioMessage: true,
    associatedMessageType: '-like',
    associatedMessageGuid: 'p:0/M-0',
    cacheRoomnames: 'chat42',
    handle: { originalROWID: 5, address: '+12025550123' },
    attributedBody: [
      {
        runs: [
          {
            range: [0, 13],
            attributes: { __kIMMessagePartAttributeName: 0, __kIMMentionConfirmedMention: '+12025550123' },
          },
          {
            range: [13, 1],
            attributes: { __kIMMessagePartAttributeName: 1, __kIMFileTransferGUIDAttributeName: 'A-1' },
          },
        ],
      },
    ],
    messageSummaryInfo: [{ editedParts: [0], retractedParts: [] }],
  })
  expect(messageOf(row)).toMatchObject({ attributedBody: null, messageSummaryInfo: null, payloadData: null })
})
