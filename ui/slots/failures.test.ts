import { expect, test } from 'vitest'
import { afterFailure } from './failures.ts'

const failure = { kind: 'crashed', slot: undefined, detail: '' } as const
const fresh = { failedAt: [], isPaused: false }

test('the third failure within five minutes pauses a plugin', () => {
  const second = afterFailure(afterFailure(fresh, failure, 0), failure, 1_000)
  expect(second.isPaused).toBe(false)
  expect(afterFailure(second, failure, 299_999).isPaused).toBe(true)
  expect(afterFailure(second, failure, 301_001).isPaused).toBe(false)
})
