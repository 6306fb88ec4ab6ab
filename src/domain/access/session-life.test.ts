import { expect, it } from 'vitest'
import { isOver, isToBeRenewed, sessionLifeMs } from './session-life.ts'

const lastSeenMs = Date.UTC(2026, 0, 1)
const session = { lastSeenMs, expiresMs: lastSeenMs + sessionLifeMs }
const hours = (count: number) => lastSeenMs + count * 3_600_000

it('a session ends thirty days after it was last seen', () => {
  expect(isOver(session, hours(30 * 24) - 1)).toBe(false)
  expect(isOver(session, hours(30 * 24))).toBe(true)
})

it('a session is renewed every twelve hours at most', () => {
  expect(isToBeRenewed(session, hours(12) - 1)).toBe(false)
  expect(isToBeRenewed(session, hours(12))).toBe(true)
  expect(isToBeRenewed(session, hours(-24))).toBe(true)
})
