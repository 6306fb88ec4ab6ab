import { expect, test } from 'vitest'
import { failedSince, newsOf } from './news.ts'
import { type PendingSend, pendingOf } from './outbox.ts'

const written = (changes: Partial<PendingSend> = {}): PendingSend => ({
  ...pendingOf({ guid: 'any;-;a', text: 'Hello' }, { id: 'one', nowMs: 0, place: 1 }),
  ...changes,
})
const told = (before: Partial<PendingSend>, now: Partial<PendingSend>) =>
  newsOf([written(before)], [written(now)]).map((news) => (news.is === 'failed' ? 'failed' : news.percent))

test.each<[Partial<PendingSend>, Partial<PendingSend>, unknown[]]>([
  [{ state: 'sending' }, { state: 'failed' }, ['failed']],
  [{ state: 'handed_over' }, { state: 'uncertain' }, ['failed']],
  [{ state: 'failed' }, { state: 'failed' }, []],
  [{ state: 'failed' }, { state: 'waiting' }, []],
  [{ state: 'sending', progress: null }, { state: 'sending', progress: 0.2 }, []],
  [{ state: 'sending', progress: 0.2 }, { state: 'sending', progress: 0.6 }, [50]],
  [{ state: 'sending', progress: 0.6 }, { state: 'sending', progress: 0.7 }, []],
  [{ state: 'sending', progress: 0.9 }, { state: 'sending', progress: 1 }, [100]],
])('from %j to %j: %j', (before, now, expected) => {
  expect(told(before, now)).toEqual(expected)
})

test('a failure from before the page was opened is not reported', () => {
  expect(newsOf([], [written({ state: 'failed' })])).toEqual([])
})

test('a send that failed while the page was loading is reported afterwards, and one that failed earlier is not', () => {
  const failed = (sinceMs: number) => written({ state: 'failed', sinceMs })
  expect(failedSince([failed(9), failed(10), written({ state: 'sending', sinceMs: 20 })], 10)).toEqual([failed(10)])
})
