import { expect, test } from 'vitest'
import type { MessageGuid, RowId } from '../contract/ids.ts'
import { changesBetween, disappearance, type RowSnapshot, type SeenRow } from './changes.ts'
import { snapshotOf } from './test-snapshot.ts'

const seen = (changes: Partial<RowSnapshot> = {}): SeenRow => ({
  rowid: 7 as RowId,
  guid: 'G' as MessageGuid,
  sentAtMs: 0,
  signature: '',
  snapshot: snapshotOf(changes),
})
const typesOf = (before: Partial<RowSnapshot>, after: Partial<RowSnapshot>) =>
  changesBetween(seen(before), seen(after)).map(({ type }) => type)

test.each<[string, Partial<RowSnapshot>, Partial<RowSnapshot>]>([
  ['message_edited', {}, { edits: 1 }],
  ['message_edited', { edits: 1 }, { edits: 2 }],
  ['message_unsent', {}, { unsent: 1 }],
  ['message_delivered', { isFromMe: true }, { isFromMe: true, isDelivered: true }],
  ['message_read', { isFromMe: true, isDelivered: true }, { isFromMe: true, isDelivered: true, isReadByThem: true }],
  ['read_state', {}, { isReadByMe: true }],
  ['attachment_ready', {}, { attachmentsReady: 1 }],
  ['conversation_changed', { attachmentsReady: 1 }, {}],
])('%s is derived from what changed', (type, before, after) => {
  expect(typesOf(before, after)).toEqual([type])
})

test('an edit and an unsend between two snapshots yield both events', () => {
  expect(typesOf({}, { edits: 1, unsent: 1 })).toEqual(['message_edited', 'message_unsent'])
})

test('a tapback whose row is gone was taken back', () => {
  const tapback = { targetGuid: 'T' as MessageGuid, emoji: '👍', added: true }
  expect(disappearance(seen({ tapback }))).toEqual({
    type: 'tapback_removed',
    chat_guid: snapshotOf().chatGuid,
    rowid: 7,
    target_guid: 'T',
    emoji: '👍',
  })
})

test('a message whose row is gone was deleted', () => {
  expect(disappearance(seen()).type).toBe('conversation_changed')
})
