import { expect, test } from 'vitest'
import { usualCategories } from '../contract/categories.ts'
import type { Handle, MessageGuid } from '../contract/ids.ts'
import type { Row } from '../domain/message.ts'
import { anna, chatWith, textRow } from '../domain/test-row.ts'
import { messageOf } from '../store/journal/test-journal.ts'
import { decideRow, ingestedRow, type Outcome, type PageContext, type SettledOutcome } from './decide-row.ts'

const nowMs = Date.UTC(2026, 5, 1)
const me = '+12025550100' as Handle
const now = { sentAtMs: nowMs }

/** Everyone is in scope, nobody is in Contacts, and nothing waits. */
const everyone: PageContext = {
  scope: { scope: 'everyone', selfHandles: [me], handles: [], groups: [], categories: usualCategories },
  lane: { nowMs, maxAgeMs: 86_400_000, newestMs: nowMs, gapMs: 0, staleLately: 0 },
  mayWait: () => false,
  chatOfPerson: (handle) => chatWith(handle),
  conversationOf: ({ conversation }) => conversation,
  isRepeat: () => false,
  hasElder: () => false,
  nameOf: () => undefined,
  isEcho: () => false,
  rows: { withGuid: () => undefined },
}
const outcomeOf = (row: Partial<Row>, deps: Partial<PageContext> = {}): Outcome =>
  decideRow(textRow(1, { ...now, ...row }), { ...everyone, ...deps })

test('a text in scope is relayed under the name from Contacts', () => {
  expect(outcomeOf({}, { nameOf: () => 'Anna' })).toMatchObject({ relayed: { text: 'text 1', sender: 'Anna' } })
})

test('a sender without a name is named by the handle, and without a handle by the chat', () => {
  expect(outcomeOf({})).toMatchObject({ relayed: { sender: anna } })
  const note = { handle: null, isFromMe: true, chat: chatWith(me) }
  expect(outcomeOf(note)).toMatchObject({ relayed: { sender: me, handle: me } })
})

test.each<[string, Partial<Row>, Partial<PageContext>]>([
  ['tapback', { kind: 'tapback' }, {}],
  ['update', { kind: 'update' }, {}],
  ['system', { kind: 'system' }, {}],
  ['scheduled', { kind: 'scheduled' }, {}],
  ['unsent', { isEmptied: true, text: null }, {}],
  ['deleted', { chat: undefined, isDeleted: true }, {}],
  ['no_chat', { chat: undefined, handle: null }, {}],
  ['no_chat', { chat: undefined, isFromMe: true }, {}],
  ['repeat', {}, { isRepeat: () => true }],
  ['repeat', {}, { hasElder: () => true }],
  ['from_me', { isFromMe: true }, {}],
  ['junk', { chat: chatWith(anna, { category: 'junk' }) }, {}],
  ['out_of_scope', {}, { scope: { ...everyone.scope, scope: 'whitelist' } }],
  ['echo', {}, { isEcho: () => true }],
])('a row is skipped as %s', (word, row, deps) => {
  expect(outcomeOf(row, deps)).toEqual({ skipped: word })
})

test('an old message is history', () => {
  expect(outcomeOf({ sentAtMs: nowMs - 2 * 86_400_000 })).toEqual({ history: true })
})

test.each<[string, Partial<Row>]>([
  ['chat', { chat: undefined }],
  ['body', { text: null, isBlank: true }],
  ['attachments', { attachmentsExpected: 1 }],
])('a row waits for its %s while it may', (missing, row) => {
  expect(outcomeOf(row, { mayWait: () => true })).toEqual({ waits: missing })
})

test.each<[string, Partial<Row>, object]>([
  ['no chat', { chat: undefined }, { chatGuid: `any;-;${anna}`, conversation: `dm:${anna}` }],
  ['no body', { text: null, isBlank: true }, { text: null }],
  ['no attachments', { attachmentsExpected: 1, text: null }, { text: null, attachments: [] }],
])('a row that waited too long is relayed with %s', (_what, row, relayed) => {
  expect(outcomeOf(row)).toMatchObject({ relayed })
})

test('a contact is in scope because Contacts has a name', () => {
  const scope = { ...everyone.scope, scope: 'contacts' as const }
  expect(outcomeOf({}, { scope, nameOf: () => 'Anna' })).toMatchObject({ relayed: {} })
  expect(outcomeOf({}, { scope })).toEqual({ skipped: 'out_of_scope' })
})

test('the steps run in order: repeat, name for the scope, echo', () => {
  const steps: string[] = []
  outcomeOf(
    {},
    {
      scope: { ...everyone.scope, scope: 'contacts' },
      isRepeat: () => steps.push('repeat') === 0,
      nameOf: () => (steps.at(-1) === 'name' ? undefined : void steps.push('name')) ?? 'Anna',
      isEcho: () => steps.push('echo') === 0,
    },
  )
  expect(steps).toEqual(['repeat', 'name', 'echo'])
})

test('the send ledger is not queried for senders that are out of scope', () => {
  const never = () => expect.fail('was asked')
  const deps = { scope: { ...everyone.scope, scope: 'whitelist' as const }, isEcho: never }
  expect(outcomeOf({}, deps)).toEqual({ skipped: 'out_of_scope' })
})

test('a note to myself is relayed in either direction, and the send ledger learns that it is one', () => {
  for (const isFromMe of [true, false]) {
    const told: boolean[] = []
    const deps = { isEcho: (_row: unknown, isSelf: boolean) => told.push(isSelf) === 0 }
    expect(outcomeOf({ isFromMe, chat: chatWith(me), handle: me }, deps)).toMatchObject({ relayed: {} })
    expect(told).toEqual([true])
  }
})

const about = { chat_guid: `any;-;${anna}`, rowid: 1 }
const ingestedAs = (outcome: SettledOutcome, row: Partial<Row> = {}) =>
  ingestedRow(textRow(1, { ...now, ...row }), outcome, everyone)
const relayedRow: SettledOutcome = { relayed: messageOf(1) }

test('a relayed row has its message; a skipped row has its reason and no message', () => {
  expect(ingestedAs(relayedRow)).toMatchObject({ lane: 'relayed', outcome: 'relayed', message: messageOf(1) })
  expect(ingestedAs({ skipped: 'junk' })).toMatchObject({ lane: 'skipped', outcome: 'junk', message: null })
  expect(ingestedAs({ history: true })).toMatchObject({ lane: 'history', outcome: 'history', message: null })
})

test('event streams report a message even when it is out of scope', () => {
  for (const outcome of [relayedRow, { skipped: 'out_of_scope' }] as const)
    expect(ingestedAs(outcome).events).toEqual([{ type: 'new_message', ...about }])
})

test('an own message is reported as sent, with its recipient', () => {
  expect(ingestedAs({ skipped: 'from_me' }, { isFromMe: true }).events).toEqual([
    { type: 'message_sent', ...about, handle: anna },
  ])
  expect(ingestedAs({ skipped: 'from_me' }, { isFromMe: true, handle: null }).events).toMatchObject([{ handle: anna }])
})

test.each(['repeat', 'unsent', 'deleted', 'junk'] as const)(
  'a row skipped as %s only reports that its conversation changed',
  (word) => {
    expect(ingestedAs({ skipped: word }).events).toEqual([{ type: 'conversation_changed', ...about }])
  },
)

const changed = { type: 'conversation_changed', ...about }

test('history, votes and messages for later are not reported as messages', () => {
  expect(ingestedAs({ history: true }).events).toEqual([changed])
  for (const kind of ['update', 'scheduled'] as const)
    expect(ingestedAs({ skipped: kind }, { kind }).events).toEqual([changed])
})

test('a system line is reported as one, unless it is old and arrives late', () => {
  const eventsAt = (sentAtMs: number) => ingestedAs({ skipped: 'system' }, { kind: 'system', sentAtMs }).events
  expect(eventsAt(nowMs)).toEqual([{ type: 'system_line', ...about }, changed])
  expect(eventsAt(nowMs - 2 * 86_400_000)).toEqual([changed])
})

test('an old tapback that arrives late is not reported as a new one', () => {
  const tapback = { targetGuid: 'target' as MessageGuid, emoji: '👍', added: true }
  const late = { kind: 'tapback', tapback, sentAtMs: nowMs - 2 * 86_400_000 } as const
  expect(ingestedAs({ skipped: 'tapback' }, late).events).toEqual([changed])
})

test('a tapback is reported with its target, whether added or removed', () => {
  const tapback = { targetGuid: 'target' as MessageGuid, emoji: '👍' }
  const eventsOf = (added: boolean) =>
    ingestedAs({ skipped: 'tapback' }, { kind: 'tapback', tapback: { ...tapback, added } }).events
  const told = { ...about, target_guid: 'target', emoji: '👍' }
  expect(eventsOf(true)).toEqual([{ type: 'tapback_added', ...told }])
  expect(eventsOf(false)).toEqual([{ type: 'tapback_removed', ...told }])
})

test('a row without a chat yields no events', () => {
  expect(ingestedAs({ skipped: 'no_chat' }, { chat: undefined })).toMatchObject({ events: [], conversation: null })
})

test('the two copies of a note to myself have the same twin text, wherever they are', () => {
  const note = { text: 'milk', chat: chatWith(me), handle: me }
  const elsewhere = { ...note, chat: chatWith(me, { id: 2 }), sentAtMs: 60_000 }
  expect(ingestedAs(relayedRow, elsewhere).twinText).toBe(ingestedAs(relayedRow, note).twinText)
  const toOther = (sentAtMs: number) => ingestedAs(relayedRow, { text: 'milk', sentAtMs }).twinText
  expect(toOther(60_000)).not.toBe(toOther(0))
})

test('a reply carries the beginning of the message that it replies to', () => {
  const replyToGuid = 'root' as MessageGuid
  const withGuid = () => textRow(7, { text: `${'x'.repeat(119)}😀 and more` })
  expect(outcomeOf({ replyToGuid }, { rows: { withGuid } })).toMatchObject({
    relayed: { replyTo: { guid: 'root', excerpt: `${'x'.repeat(119)}😀` } },
  })
  expect(outcomeOf({ replyToGuid })).toMatchObject({ relayed: { replyTo: { guid: 'root', excerpt: null } } })
})
