import { expect, test } from 'vitest'
import { ServiceError } from '../domain/service-error.ts'
import { troubleWatch } from './source-trouble.ts'

const sqliteError = (errcode: number) => Object.assign(new Error('of SQLite'), { errcode })

test('a full disk is waited for, however long it lasts', () => {
  const trouble = troubleWatch()
  for (let turn = 0; turn < 100; turn++)
    expect(trouble.after(sqliteError(13))).toMatchObject({ state: 'degraded', retryInMs: 5_000 })
})

test('a disk that fails three times in a row ends the bridge', () => {
  const trouble = troubleWatch()
  const syncFailed = 10 | (4 << 8)
  expect(trouble.after(sqliteError(syncFailed))).toMatchObject({ state: 'degraded' })
  trouble.over()
  expect([1, 2, 3].map(() => trouble.after(sqliteError(syncFailed))?.state)).toEqual([
    'degraded',
    'degraded',
    undefined,
  ])
})

test('a journal found damaged while in use ends the bridge; the next start sets it aside', () => {
  expect(troubleWatch().after(sqliteError(11))).toBeUndefined()
})

test('an unreadable chat.db is retried after 2, 4, 8 … 30 seconds', () => {
  const trouble = troubleWatch()
  const unreadable = new ServiceError('messages_unreadable', 'macOS denies access to Messages.')
  const waits = [1, 2, 3, 4, 5, 6].map(() => trouble.after(unreadable)?.retryInMs)
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
})

test('a short lock is Messages at work; a long one is reported', () => {
  const trouble = troubleWatch()
  const busy = new ServiceError('messages_busy', 'The Messages database is locked.')
  expect([1, 2, 3].map(() => trouble.after(busy)?.state)).toEqual(['polling', 'polling', 'unreadable'])
})
