import { expect, test } from 'vitest'
import { type PostAnswer, postVerdict } from './post-verdict.ts'

const verdict = (answer: PostAnswer, attempts = 0, agoMs = 0) =>
  postVerdict({ answer, attempts, firedAtMs: 0, nowMs: agoMs })

test.each([200, 201, 204, 299])('the status %i means done', (status) => {
  expect(verdict({ status })).toEqual({ is: 'done' })
})

test.each<[PostAnswer, string]>([
  [{ status: 500 }, 'answered 500'],
  [{ status: 404 }, 'answered 404'],
  [{ status: 308 }, 'answered 308, a redirect, which is not followed'],
  [{ failure: 'ECONNREFUSED' }, 'ECONNREFUSED'],
])('%o is retried', (answer, reason) => {
  expect(verdict(answer)).toEqual({ is: 'retry', nextAtMs: 1_000, reason })
})

test('a post that is not allowed fails at once', () => {
  expect(verdict({ refused: 'egress_refused' })).toEqual({ is: 'failed', reason: 'egress_refused' })
})

test('pauses double up to a minute', () => {
  const pauses = [0, 1, 2, 5, 6, 7, 40].map((attempts) => verdict({ status: 500 }, attempts))
  expect(pauses.map((each) => 'nextAtMs' in each && each.nextAtMs / 1_000)).toEqual([1, 2, 4, 32, 60, 60, 60])
})

test('after ten minutes the post fails', () => {
  expect(verdict({ status: 500 }, 14, 540_000)).toMatchObject({ is: 'retry' })
  expect(verdict({ status: 500 }, 15, 540_001)).toEqual({ is: 'failed', reason: 'answered 500' })
})

test('a clock that was set back by an hour does not add an hour of retries', () => {
  expect(verdict({ status: 500 }, 1, -3_600_000)).toMatchObject({ is: 'failed' })
})
