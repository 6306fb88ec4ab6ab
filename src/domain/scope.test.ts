import { expect, test } from 'vitest'
import { usualCategories } from '../contract/categories.ts'
import type { Handle } from '../contract/ids.ts'
import type { Chat, Row } from './message.ts'
import { isSelfChat, outOfScope, type ScopeSettings } from './scope.ts'
import { anna, chatWith, groupOf, textRow } from './test-row.ts'

const me = '+12025550100' as Handle
const nobody: ScopeSettings = {
  scope: 'whitelist',
  selfHandles: [me],
  handles: [],
  groups: [],
  categories: usualCategories,
}
const hiking = groupOf('chat123')

const rowIn = (chat: Chat, changes: Partial<Row> = {}): Row & { chat: Chat } => ({ ...textRow(1, changes), chat })
const ofAnna = rowIn(chatWith(anna))
const whyNot = (row: Row & { chat: Chat }, settings: Partial<ScopeSettings> = {}, contacts: readonly string[] = []) =>
  outOfScope(row, { ...nobody, ...settings }, (handle) => contacts.includes(handle))

test('nobody is in scope with an empty whitelist', () => {
  expect(whyNot(ofAnna)).toBe('out_of_scope')
})

test('a listed person is in scope, in any notation of the handle', () => {
  for (const written of [anna, '(202) 555-0123', '202-555-0123', 'tel:+1 202 555 0123'])
    expect(whyNot(ofAnna, { handles: [written] })).toBeUndefined()
  expect(whyNot(ofAnna, { handles: ['+12025550124'] })).toBe('out_of_scope')
})

test('a listed person is not in scope in groups that are not listed', () => {
  expect(whyNot(rowIn(hiking), { handles: [anna] })).toBe('out_of_scope')
})

test('a listed group is in scope under every spelling, with all its members', () => {
  for (const group of ['chat123', 'any;+;chat123', 'iMessage;+;chat123'])
    expect(whyNot(rowIn(hiking, { handle: '+12025550145' as Handle }), { groups: [group] })).toBeUndefined()
  for (const group of ['chat12', 'any;+;chat1234'])
    expect(whyNot(rowIn(hiking), { groups: [group] })).toBe('out_of_scope')
})

test('contacts are in scope; strangers and unknown senders are not', () => {
  expect(whyNot(ofAnna, { scope: 'contacts' }, [anna])).toBeUndefined()
  expect(whyNot(ofAnna, { scope: 'contacts' })).toBe('out_of_scope')
  expect(whyNot(rowIn(hiking, { handle: null }), { scope: 'contacts' }, [anna])).toBe('out_of_scope')
})

test('everyone is in scope except the chats that Messages hides, unless they are listed', () => {
  const junk = rowIn(chatWith(anna, { category: 'junk' }))
  const blocked = rowIn(chatWith(anna, { isBlocked: true }))
  expect(whyNot(ofAnna, { scope: 'everyone' })).toBeUndefined()
  expect(whyNot(junk, { scope: 'everyone' })).toBe('junk')
  expect(whyNot(blocked, { scope: 'everyone' })).toBe('junk')
  expect(whyNot(junk, { scope: 'everyone', categories: ['junk'] })).toBeUndefined()
  expect(whyNot(ofAnna, { scope: 'everyone', categories: ['junk'] })).toBe('junk')
  for (const category of ['unknown', 'transaction', 'promotion', 'other'] as const)
    expect(whyNot(rowIn(chatWith(anna, { category })), { scope: 'everyone' })).toBeUndefined()
  expect(whyNot(junk, { scope: 'contacts' }, [anna])).toBe('junk')
  expect(whyNot(junk, { handles: [anna] })).toBeUndefined()
})

test('messages from the user to others are not relayed, listed or not', () => {
  expect(whyNot(rowIn(chatWith(anna), { isFromMe: true }), { scope: 'everyone', handles: [anna] })).toBe('from_me')
})

test('messages to oneself are in scope, in both directions and with an empty whitelist', () => {
  for (const isFromMe of [true, false]) expect(whyNot(rowIn(chatWith(me), { isFromMe }))).toBeUndefined()
})

test('a group is never a conversation with oneself, whatever its name', () => {
  expect(isSelfChat(chatWith(me, { isGroup: true }), [me])).toBe(false)
  expect(isSelfChat(chatWith(me), [])).toBe(false)
  expect(isSelfChat(chatWith('Robin@Example.com'), [me, 'robin@example.com'])).toBe(true)
})
