import { expect, test } from 'vitest'
import type { Handle, MessageGuid } from '../contract/ids.ts'
import type { Row } from '../domain/row.ts'
import { anna, chatWith, textRow } from '../domain/test-row.ts'
import { messageOf } from '../store/journal/test-taken.ts'
import { type SettledOutcome, taken } from './taken.ts'

const me = '+12025550100' as Handle
const about = { chat_guid: `any;-;${anna}`, rowid: 1 }
const takenAs = (outcome: SettledOutcome, row: Partial<Row> = {}) => taken(textRow(1, row), outcome, [me])
const relayedRow: SettledOutcome = { relayed: messageOf(1) }

test('a relayed row carries its message, a skipped one its word and nothing to relay', () => {
  expect(takenAs(relayedRow)).toMatchObject({ lane: 'relayed', outcome: 'relayed', message: messageOf(1) })
  expect(takenAs({ skipped: 'junk' })).toMatchObject({ lane: 'skipped', outcome: 'junk', message: null })
  expect(takenAs({ history: true })).toMatchObject({ lane: 'history', outcome: 'history', message: null })
})

test('whoever reads along hears of a message also when it is out of scope', () => {
  for (const outcome of [relayedRow, { skipped: 'out_of_scope' }] as const)
    expect(takenAs(outcome).events).toEqual([{ type: 'new_message', ...about }])
})

test('what I sent is told as sent, with whom it went to', () => {
  expect(takenAs({ skipped: 'from_me' }, { isFromMe: true }).events).toEqual([
    { type: 'message_sent', ...about, handle: anna },
  ])
  expect(takenAs({ skipped: 'from_me' }, { isFromMe: true, handle: null }).events).toMatchObject([{ handle: anna }])
})

test.each(['repeat', 'unsent', 'deleted', 'junk'] as const)(
  'of a row skipped as %s only that something changed is told',
  (word) => {
    expect(takenAs({ skipped: word }).events).toEqual([{ type: 'conversation_changed', ...about }])
  },
)

test('history, and lines of the system, are no news', () => {
  expect(takenAs({ history: true }).events).toEqual([{ type: 'conversation_changed', ...about }])
  for (const kind of ['system', 'update', 'scheduled'] as const)
    expect(takenAs({ skipped: kind }, { kind }).events).toEqual([{ type: 'conversation_changed', ...about }])
})

test('a tapback is told with its target, given or taken back', () => {
  const tapback = { targetGuid: 'target' as MessageGuid, emoji: '👍' }
  const eventsOf = (added: boolean) =>
    takenAs({ skipped: 'tapback' }, { kind: 'tapback', tapback: { ...tapback, added } }).events
  const told = { ...about, target_guid: 'target', emoji: '👍' }
  expect(eventsOf(true)).toEqual([{ type: 'tapback_added', ...told }])
  expect(eventsOf(false)).toEqual([{ type: 'tapback_removed', ...told }])
})

test('of a row that is in no chat nothing is told', () => {
  expect(takenAs({ skipped: 'no_chat' }, { chat: undefined })).toMatchObject({ events: [], conversation: null })
})

test('the two copies of a note to myself have the same twins, wherever they lie', () => {
  const note = { text: 'milk', chat: chatWith(me), handle: me }
  const elsewhere = { ...note, chat: chatWith(me, { id: 2 }), sentAtMs: 60_000 }
  expect(takenAs(relayedRow, elsewhere).twinText).toBe(takenAs(relayedRow, note).twinText)
  const toOther = (sentAtMs: number) => takenAs(relayedRow, { text: 'milk', sentAtMs }).twinText
  expect(toOther(60_000)).not.toBe(toOther(0))
})
