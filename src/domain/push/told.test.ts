import { expect, test } from 'vitest'
import { isTold, type News, shortened, shownOf, unreadIn } from './told.ts'

const nowMs = Date.UTC(2026, 0, 2)
const anna = { handle: '+12025550123', name: 'Anna', avatar_url: null }

interface Changes {
  conversation?: Partial<News['conversation']>
  message?: Partial<News['message']>
}

const newsOf = ({ conversation, message }: Changes = {}): News => ({
  conversation: {
    handle: anna.handle,
    display_name: 'Anna',
    is_group: false,
    participants: [anna],
    category: 'known',
    muted: false,
    unread_count: 1,
    ...conversation,
  },
  message: {
    is_from_me: false,
    read_at: null,
    ts: new Date(nowMs).toISOString(),
    sender: 'Anna',
    text: 'At eight?',
    ...message,
  },
})

const told = (changes?: Changes, wishes: Partial<Parameters<typeof isTold>[0]> = {}) =>
  isTold({ people: null, muted: [], ...wishes }, newsOf(changes), { nowMs, shownCategories: ['known'] })

test('a new message is pushed', () => expect(told()).toBe(true))

test.each<[string, Changes]>([
  ['one’s own', { message: { is_from_me: true } }],
  ['what was read on the Mac', { message: { read_at: '2026-01-02T00:00:00.000Z' } }],
  ['what was read on a page', { conversation: { unread_count: 0 } }],
  ['what is older than a day', { message: { ts: '2025-12-31T23:59:59.000Z' } }],
  ['what Messages has muted', { conversation: { muted: true } }],
  ['junk', { conversation: { category: 'junk' } }],
])('%s is not pushed', (_, changes) => expect(told(changes)).toBe(false))

test('people are known by any of their addresses and in any writing, groups by their own', () => {
  const other = { handle: 'anna@example.com', name: 'Anna', avatar_url: null }
  const both = { conversation: { participants: [anna, other] } }
  expect(told(both, { muted: ['Anna@Example.com'] })).toBe(false)
  expect(told(both, { people: ['anna@example.com'] })).toBe(true)
  expect(told(both, { people: ['+12025550199'] })).toBe(false)
  const group = { conversation: { handle: 'chat42', is_group: true } }
  expect([told(group, { people: [anna.handle] }), told(group, { people: ['chat42'] })]).toEqual([false, true])
})

test('the icon counts unread messages that are not muted', () => {
  const { conversation } = newsOf({ conversation: { unread_count: 2 } })
  const group = { ...conversation, handle: 'chat42', is_group: true }
  expect(unreadIn([conversation, group, { ...group, muted: true }], [anna.handle])).toBe(2)
})

test('only the details that the browser shows leave the Mac', () => {
  expect(shownOf('private', newsOf())).toEqual({})
  expect(shownOf('sender', newsOf())).toEqual({ name: 'Anna' })
  expect(shownOf('rich', newsOf())).toEqual({ name: 'Anna', is_group: false, sender: 'Anna', text: 'At eight?' })
})

test('a long text is shortened to fit, without splitting a character', () => {
  const text = shortened('👋'.repeat(5_000), 1_200)
  expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThanOrEqual(1_203)
  expect(text).toMatch(/^(👋)+…$/u)
  expect(shortened('\u0000'.repeat(1_000), 600).length).toBeLessThanOrEqual(101)
  expect(shortened('short', 1_200)).toBe('short')
})
