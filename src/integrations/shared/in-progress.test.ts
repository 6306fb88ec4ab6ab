import { afterEach, expect, test, vi } from 'vitest'
import { inProgress } from './in-progress.ts'

afterEach(() => void vi.useRealTimers())

test('work of half a minute is told of every ten seconds, and no longer once it is done', async () => {
  vi.useFakeTimers()
  const progress = vi.fn()
  const work = Promise.withResolvers<string>()
  const done = inProgress({ progress }, () => work.promise)
  vi.advanceTimersByTime(30_000)
  expect(progress).toHaveBeenCalledTimes(3)
  work.resolve('done')
  expect(await done).toBe('done')
  vi.advanceTimersByTime(30_000)
  expect(progress).toHaveBeenCalledTimes(3)
})
