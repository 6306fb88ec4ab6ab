import { beforeAll, expect, test } from 'vitest'
import type { Conversation } from '../../../src/contract/conversation.ts'
import { en } from '../../catalogue/en.ts'
import { speak } from '../../catalogue/texts.ts'
import { badgeOf, previewOf, titleOf } from './row-words.ts'

beforeAll(() => speak({ texts: en, locale: 'en' }))

const conversation = (more: Partial<Conversation>): Conversation => ({
  guid: 'any;-;a',
  chat_rowid: 1,
  handle: 'a',
  addresses: ['a'],
  kept_separate: false,
  display_name: 'Anna Berg',
  is_group: false,
  category: 'known',
  participants: [],
  service: 'iMessage',
  last_message: 'See you',
  last_message_ts: '2026-01-01T00:00:00.000Z',
  last_message_rowid: 1,
  unread_count: 0,
  last_message_is_from_me: false,
  last_message_sender: 'Anna Berg',
  muted: false,
  archived: false,
  ...more,
})

const group = (display_name: string, ...names: string[]) =>
  conversation({
    is_group: true,
    display_name,
    participants: names.map((name) => ({ handle: name, name, avatar_url: null })),
  })

test.each([
  ['Anna Berg', conversation({})],
  ['Climbing', group('Climbing', 'Anna Berg', 'Ben Coe')],
  ['Anna, Ben', group('Anna Berg and Ben Coe', 'Anna Berg', 'Ben Coe')],
  [
    'Anna, Ben, +12025550101 +2',
    group('Anna Berg, Ben Coe, +12025550101 and 2 others', 'Anna Berg', 'Ben Coe', '+12025550101', 'Dee', 'Eve'),
  ],
])('the title of a conversation is %s', (expected, one) => expect(titleOf(one)).toBe(expected))

test('the preview names the author where that is not obvious', () => {
  const lines = [
    previewOf(conversation({}), undefined),
    previewOf(conversation({ last_message_is_from_me: true, last_message_sender: null }), undefined),
    previewOf({ ...group('Climbing'), last_message: 'To\n  all' }, undefined),
    previewOf(conversation({ last_message: '' }), undefined),
    previewOf(conversation({ last_message: 'You unsent a message.', last_message_is_from_me: true }), undefined),
    previewOf(conversation({}), 'not yet'),
    previewOf(conversation({}), ' '),
  ]
  expect(lines.map(({ from, text }) => [from, text])).toEqual([
    [undefined, 'See you'],
    ['You:', 'See you'],
    ['Anna:', 'To all'],
    [undefined, ''],
    [undefined, 'You unsent a message.'],
    ['Draft:', 'not yet'],
    [undefined, 'See you'],
  ])
})

test('a badge shows counts above 99 as 99+', () => expect([1, 99, 100].map(badgeOf)).toEqual(['1', '99', '99+']))
