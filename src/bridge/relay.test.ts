import { expect, test } from 'vitest'
import { usualCategories } from '../contract/categories.ts'
import type { Handle } from '../contract/ids.ts'
import type { Row } from '../domain/row.ts'
import { anna, chatWith, textRow } from '../domain/test-row.ts'
import { type Outcome, type RelayDeps, relay } from './relay.ts'
import { toMessage } from './to-message.ts'

const nowMs = Date.UTC(2026, 5, 1)
const me = '+12025550100' as Handle
const now = { sentAtMs: nowMs }

/** Everyone is in scope, nobody is in Contacts, and nothing waits. */
const everyone: RelayDeps = {
  scope: { scope: 'everyone', selfHandles: [me], handles: [], groups: [], categories: usualCategories },
  lane: { nowMs, maxAgeMs: 86_400_000, newestMs: nowMs, gapMs: 0, staleLately: 0 },
  mayWait: () => false,
  chatOfOrphan: (handle) => chatWith(handle),
  isRepeat: () => false,
  nameOf: () => undefined,
  sentByUs: () => false,
  toMessage: (row, sender) => toMessage(row, sender, () => null),
}
const outcomeOf = (row: Partial<Row>, deps: Partial<RelayDeps> = {}): Outcome =>
  relay(textRow(1, { ...now, ...row }), { ...everyone, ...deps })

test('a text in scope is relayed under the name from Contacts', () => {
  expect(outcomeOf({}, { nameOf: () => 'Anna' })).toMatchObject({ relayed: { text: 'text 1', sender: 'Anna' } })
})

test('a sender without a name is named by the handle, and without a handle by the chat', () => {
  expect(outcomeOf({})).toMatchObject({ relayed: { sender: anna } })
  const note = { handle: null, isFromMe: true, chat: chatWith(me) }
  expect(outcomeOf(note)).toMatchObject({ relayed: { sender: me, handle: me } })
})

test.each<[string, Partial<Row>, Partial<RelayDeps>]>([
  ['tapback', { kind: 'tapback' }, {}],
  ['update', { kind: 'update' }, {}],
  ['system', { kind: 'system' }, {}],
  ['scheduled', { kind: 'scheduled' }, {}],
  ['unsent', { isEmptied: true, text: null }, {}],
  ['deleted', { chat: undefined, isDeleted: true }, {}],
  ['no_chat', { chat: undefined, handle: null }, {}],
  ['no_chat', { chat: undefined, isFromMe: true }, {}],
  ['repeat', {}, { isRepeat: () => true }],
  ['from_me', { isFromMe: true }, {}],
  ['junk', { chat: chatWith(anna, { category: 'junk' }) }, {}],
  ['out_of_scope', {}, { scope: { ...everyone.scope, scope: 'whitelist' } }],
  ['echo', {}, { sentByUs: () => true }],
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
      sentByUs: () => steps.push('echo') === 0,
    },
  )
  expect(steps).toEqual(['repeat', 'name', 'echo'])
})

test('the send ledger is not queried for senders that are out of scope', () => {
  const never = () => expect.fail('was asked')
  const deps = { scope: { ...everyone.scope, scope: 'whitelist' as const }, sentByUs: never }
  expect(outcomeOf({}, deps)).toEqual({ skipped: 'out_of_scope' })
})

test('a note to myself is relayed in either direction, and the send ledger learns that it is one', () => {
  for (const isFromMe of [true, false]) {
    const told: boolean[] = []
    const deps = { sentByUs: (_row: unknown, isSelf: boolean) => told.push(isSelf) === 0 }
    expect(outcomeOf({ isFromMe, chat: chatWith(me), handle: me }, deps)).toMatchObject({ relayed: {} })
    expect(told).toEqual([true])
  }
})
