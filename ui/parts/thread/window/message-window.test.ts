import { expect, test } from 'vitest'
import { messageOf, messagesOf } from '../test-message.ts'
import { emptyWindow, type MessageWindow, mostRows, withPage } from './message-window.ts'

const newest = (from: number, to: number, limit = 100): MessageWindow =>
  withPage(emptyWindow, { place: 'newest', messages: messagesOf(from, to), limit })
const rowids = ({ rows }: MessageWindow) => rows.map(({ rowid }) => rowid)
const range = (from: number, to: number) => messagesOf(from, to).map(({ rowid }) => rowid)

test('begins with the newest page and knows whether there are older messages', () => {
  expect(newest(1, 3, 3)).toMatchObject({ hasOlder: true, hasNewer: false })
  expect(newest(1, 3, 4)).toMatchObject({ hasOlder: false, hasNewer: false })
  expect(newest(1, 0)).toEqual({ rows: [], hasOlder: false, hasNewer: false })
})

test('grows at either end without gaps or repetitions', () => {
  let window = withPage(emptyWindow, { place: 'around', rowid: 50, messages: messagesOf(45, 54), limit: 10 })
  window = withPage(window, { place: 'before', rowid: 45, messages: messagesOf(35, 45), limit: 11 })
  window = withPage(window, { place: 'after', rowid: 54, messages: messagesOf(54, 60), limit: 20 })
  expect(rowids(window)).toEqual(range(35, 60))
  expect(window).toMatchObject({ hasOlder: true, hasNewer: false })
})

test('ignores a page that was requested for an end that has moved', () => {
  const window = newest(50, 60)
  expect(withPage(window, { place: 'before', rowid: 40, messages: messagesOf(30, 39), limit: 10 })).toBe(window)
  expect(withPage(window, { place: 'after', rowid: 40, messages: messagesOf(41, 45), limit: 10 })).toBe(window)
})

test('drops messages at the far end beyond its limit and knows that more lie there', () => {
  let window = newest(100_001, 100_000 + mostRows, mostRows)
  window = withPage(window, { place: 'before', rowid: 100_001, messages: messagesOf(99_901, 100_000), limit: 100 })
  expect(rowids(window)).toEqual(range(99_901, 99_900 + mostRows))
  expect(window.hasNewer).toBe(true)
  const last = 99_900 + mostRows
  window = withPage(window, { place: 'after', rowid: last, messages: messagesOf(last + 1, last + 50), limit: 100 })
  expect(rowids(window)).toEqual(range(99_951, last + 50))
  expect(window).toMatchObject({ hasOlder: true, hasNewer: false })
})

test.each([
  ['in the middle', 50, 45, 54, true, true],
  ['at the beginning', 2, 1, 10, false, true],
  ['at the end', 58, 53, 60, true, false],
])('around a message %s it knows at which ends there are more', (_, rowid, from, to, hasOlder, hasNewer) => {
  const page = { place: 'around', rowid, messages: messagesOf(from, to), limit: 10 } as const
  expect(withPage(emptyWindow, page)).toMatchObject({ hasOlder, hasNewer })
})

test('replaces a message that has changed and drops one that is gone', () => {
  const window = newest(1, 5)
  const edited = messageOf(3, { text: 'other' })
  const changed = withPage(window, { place: 'patch', rowid: 3, messages: [messageOf(2), edited, messageOf(4)] })
  expect(changed.rows[2]).toBe(edited)
  const without = withPage(window, { place: 'patch', rowid: 3, messages: [messageOf(2), messageOf(4)] })
  expect(rowids(without)).toEqual([1, 2, 4, 5])
  expect(rowids(withPage(newest(1, 1), { place: 'patch', rowid: 1, messages: [] }))).toEqual([])
})

test('places an old message that arrives late where it belongs', () => {
  const late = messageOf(9, { ts: messageOf(2).ts })
  const window = withPage(newest(1, 5), { place: 'patch', rowid: 9, messages: [messageOf(2), late, messageOf(3)] })
  expect(rowids(window)).toEqual([1, 2, 9, 3, 4, 5])
})

test('a patch adds messages beyond the ends when no gap lies between', () => {
  const window = newest(3, 5)
  expect(rowids(withPage(window, { place: 'patch', rowid: 6, messages: messagesOf(5, 7) }))).toEqual([3, 4, 5, 6, 7])
  const elsewhere = { ...window, hasNewer: true, hasOlder: true }
  expect(rowids(withPage(elsewhere, { place: 'patch', rowid: 5, messages: messagesOf(2, 7) }))).toEqual([3, 4, 5])
  expect(rowids(withPage(window, { place: 'patch', rowid: 90, messages: messagesOf(89, 91) }))).toEqual([3, 4, 5])
})
