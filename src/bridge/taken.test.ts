import { expect, test } from 'vitest'
import type { Handle, MessageGuid } from '../contract/ids.ts'
import type { Row } from '../domain/row.ts'
import { anna, chatWith, textRow } from '../domain/test-row.ts'
import { messageOf } from '../store/journal/test-journal.ts'
import { type SettledOutcome, taken } from './taken.ts'

const me = '+12025550100' as Handle
const about = { chat_guid: `any;-;${anna}`, rowid: 1 }
const takenAs = (outcome: SettledOutcome, row: Partial<Row> = {}) => taken(textRow(1, row), outcome, [me])
const relayedRow: SettledOutcome = { relayed: messageOf(1) }

test('a relayed row has its message; a skipped row has its reason and no message', () => {
  expect(takenAs(relayedRow)).toMatchObject({ lane: 'relayed', outcome: 'relayed', message: messageOf(1) })
  expect(takenAs({ skipped: 'junk' })).toMatchObject({ lane: 'skipped', outcome: 'junk', message: null })
  expect(takenAs({ history: true })).toMatchObject({ lane: 'history', outcome: 'history', message: null })
})

test('event streams report a message even when it is out of scope', () => {
  for (const outcome of [relayedRow, { skipped: 'out_of_scope' }] as const)
    expect(takenAs(outcome).events).toEqual([{ type: 'new_message', ...about }])
})

test('an own message is reported as sent, with its recipient', () => {
  expect(takenAs({ skipped: 'from_me' }, { isFromMe: true }).events).toEqual([
    { type: 'message_sent', ...about, handle: anna },
  ])
  expect(takenAs({ skipped: 'from_me' }, { isFromMe: true, handle: null }).events).toMatchObject([{ handle: anna }])
})

test.each(['repeat', 'unsent', 'deleted', 'junk'] as const)(
  'a row skipped as %s only reports that its conversation changed',
  (word) => {
    expect(takenAs({ skipped: word }).events).toEqual([{ type: 'conversation_changed', ...about }])
  },
)

test('history and system lines are not reported as messages', () => {
  expect(takenAs({ history: true }).events).toEqual([{ type: 'conversation_changed', ...about }])
  for (const kind of ['system', 'update', 'scheduled'] as const)
    expect(takenAs({ skipped: kind }, { kind }).events).toEqual([{ type: 'conversation_changed', ...about }])
})

test('a tapback is reported with its target, whether added or removed', () => {
  const tapback = { targetGuid: 'target' as MessageGuid, emoji: '👍' }
  const eventsOf = (added: boolean) =>
    takenAs({ skipped: 'tapback' }, { kind: 'tapback', tapback: { ...tapback, added } }).events
  const told = { ...about, target_guid: 'target', emoji: '👍' }
  expect(eventsOf(true)).toEqual([{ type: 'tapback_added', ...told }])
  expect(eventsOf(false)).toEqual([{ type: 'tapback_removed', ...told }])
})

test('a row without a chat yields no events', () => {
  expect(takenAs({ skipped: 'no_chat' }, { chat: undefined })).toMatchObject({ events: [], conversation: null })
})

test('the two copies of a note to myself have the same twin text, wherever they are', () => {
  const note = { text: 'milk', chat: chatWith(me), handle: me }
  const elsewhere = { ...note, chat: chatWith(me, { id: 2 }), sentAtMs: 60_000 }
  expect(takenAs(relayedRow, elsewhere).twinText).toBe(takenAs(relayedRow, note).twinText)
  const toOther = (sentAtMs: number) => takenAs(relayedRow, { text: 'milk', sentAtMs }).twinText
  expect(toOther(60_000)).not.toBe(toOther(0))
})
