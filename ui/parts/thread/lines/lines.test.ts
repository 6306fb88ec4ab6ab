import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Message } from '../../../../src/contract/message.ts'
import { messageOf } from '../test-message.ts'
import { firstUnreadOf, type Line, linesOf } from './lines.ts'

const all = (rows: readonly Message[], firstUnread?: number): Line[] =>
  linesOf({ rows, hasOlder: false, hasNewer: false }, firstUnread)
const told = (lines: readonly Line[]) =>
  lines.map((line) => {
    if (line.kind !== 'message') return line.kind
    return `${line.startsGroup ? '[' : ''}${line.message.rowid}${line.endsGroup ? ']' : ''}`
  })
const at = (rowid: number, ts: string, more: Partial<Message> = {}) => messageOf(rowid, { ts, ...more })

test('messages of one person within five minutes form a group', () => {
  const rows = [
    at(1, '2026-03-01T12:00:00Z'),
    at(2, '2026-03-01T12:05:00Z'),
    at(3, '2026-03-01T12:10:01Z'),
    at(4, '2026-03-01T12:10:02Z', { is_from_me: true }),
    at(5, '2026-03-01T12:10:03Z', { handle: 'ben@example.org' }),
  ]
  expect(told(all(rows))).toEqual(['day', '[1', '2]', '[3]', '[4]', '[5]', 'end'])
})

test('a system message, a change of service and the first unread message split groups', () => {
  const ts = '2026-03-01T12:00:00Z'
  const rows = [
    at(1, ts),
    at(2, ts, { kind: 'system' }),
    at(3, ts),
    at(4, ts, { service: 'SMS' }),
    at(5, ts, { service: 'SMS' }),
  ]
  expect(told(all(rows, 5))).toEqual(['day', '[1]', '[2]', '[3]', 'service', '[4]', 'new', '[5]', 'end'])
})

test('the outermost messages are not shown where more messages follow', () => {
  const rows = [1, 2, 3, 4].map((rowid) => messageOf(rowid))
  const shown = (hasOlder: boolean, hasNewer: boolean) => told(linesOf({ rows, hasOlder, hasNewer }))
  expect(shown(true, true)).toEqual(['2', '3', 'end'])
  expect(shown(false, true)).toEqual(['day', '[1', '2', '3', 'end'])
  expect(shown(true, false)).toEqual(['2', '3', '4]', 'end'])
})

describe('days', () => {
  const zone = process.env.TZ
  beforeEach(() => {
    process.env.TZ = 'Europe/London'
  })
  afterEach(() => {
    process.env.TZ = zone
  })

  test('follow the calendar, also when the clock changes', () => {
    // In London, 29 March 2026 has 23 hours and 25 October has 25.
    const rows = [
      '2026-03-28T23:59Z',
      '2026-03-29T00:30Z',
      '2026-03-29T01:30Z',
      '2026-03-29T22:59Z',
      '2026-03-29T23:01Z',
    ]
    expect(told(all(rows.map((ts, index) => at(index, ts))))).toEqual([
      'day',
      '[0]',
      'day',
      '[1]',
      '[2]',
      '[3]',
      'day',
      '[4]',
      'end',
    ])
    const autumn = ['2026-10-24T22:59Z', '2026-10-24T23:01Z', '2026-10-25T23:59Z', '2026-10-26T00:01Z']
    expect(told(all(autumn.map((ts, index) => at(index, ts))))).toEqual([
      'day',
      '[0]',
      'day',
      '[1]',
      '[2]',
      'day',
      '[3]',
      'end',
    ])
  })
})

describe('the first unread message', () => {
  const rows = [
    messageOf(1),
    messageOf(2),
    messageOf(3, { is_from_me: true }),
    messageOf(4),
    messageOf(5, { kind: 'system' }),
    messageOf(6),
  ]

  test('is counted back from the newest message at opening time', () => {
    expect(firstUnreadOf(rows, { count: 2, upTo: 6 })).toBe(4)
    expect(firstUnreadOf([...rows, messageOf(7)], { count: 2, upTo: 6 })).toBe(4)
    expect(firstUnreadOf(rows, { count: 3, upTo: 6 })).toBe(2)
  })

  test('is undefined when all are read or when it has not been loaded', () => {
    expect(firstUnreadOf(rows, { count: 0, upTo: 6 })).toBeUndefined()
    expect(firstUnreadOf(rows, { count: 9, upTo: 6 })).toBeUndefined()
    expect(firstUnreadOf(rows, { count: 2, upTo: 60 })).toBeUndefined()
  })
})
