import { expect, test } from 'vitest'
import { ServiceError } from '../domain/service-error.ts'
import { PollFailures } from './poll-failures.ts'

const sqliteError = (errcode: number) => Object.assign(new Error('of SQLite'), { errcode })

test('a full disk is waited for, however long it lasts', () => {
  const failures = new PollFailures()
  for (let poll = 0; poll < 100; poll++)
    expect(failures.after(sqliteError(13))).toMatchObject({ state: 'degraded', retryInMs: 5_000 })
})

test('a disk that fails three times in a row ends the bridge', () => {
  const failures = new PollFailures()
  const syncFailed = 10 | (4 << 8)
  expect(failures.after(sqliteError(syncFailed))).toMatchObject({ state: 'degraded' })
  failures.over()
  expect([1, 2, 3].map(() => failures.after(sqliteError(syncFailed))?.state)).toEqual([
    'degraded',
    'degraded',
    undefined,
  ])
})

test('a journal found damaged while in use ends the bridge; the next start sets it aside', () => {
  expect(new PollFailures().after(sqliteError(11))).toBeUndefined()
})

test('an unreadable chat.db is retried after 2, 4, 8 … 30 seconds', () => {
  const failures = new PollFailures()
  const unreadable = new ServiceError('messages_unreadable', 'macOS denies access to Messages.')
  const waits = [1, 2, 3, 4, 5, 6].map(() => failures.after(unreadable)?.retryInMs)
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
})

test('a short lock is Messages at work; a long one is reported', () => {
  const failures = new PollFailures()
  const busy = new ServiceError('messages_busy', 'The Messages database is locked.')
  expect([1, 2, 3].map(() => failures.after(busy)?.state)).toEqual(['polling', 'polling', 'unreadable'])
})
