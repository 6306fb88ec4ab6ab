import { expect, test } from 'vitest'
import { type HeldBack, heldBackBy } from './guards.ts'

const nowMs = Date.UTC(2026, 5, 1)

interface Case {
  action?: 'auto_reply' | 'webhook'
  handle?: string
  ageMs?: number
  cooldownS?: number
  isActive?: boolean
  /** The time since this rule last acted in the conversation. */
  firedAgoMs?: number
  /** The times since rules replied in the conversation. */
  answeredAgoMs?: number[]
}

function heldBack({
  action = 'auto_reply',
  handle = '+12025550123',
  ageMs = 0,
  cooldownS = 60,
  isActive = true,
  ...ago
}: Case) {
  const { firedAgoMs = Number.POSITIVE_INFINITY, answeredAgoMs = [] } = ago
  return heldBackBy(
    {
      message: { handle, sentAtMs: nowMs - ageMs },
      rule: { action: { type: action }, cooldown_s: cooldownS, isActiveAt: () => isActive },
      selfHandles: ['+1 202 555 0100', 'me@example.org'],
      nowMs,
    },
    {
      firedWithin: (ms) => firedAgoMs < ms,
      answersWithin: (ms) => answeredAgoMs.filter((agoMs) => agoMs < ms).length,
    },
  )
}

const minutesAgo = (...minutes: number[]) => minutes.map((count) => count * 60_000)
const tenAnswers = minutesAgo(2, 5, 10, 15, 20, 25, 30, 40, 50, 59)

test.each<[HeldBack | undefined, string, Case]>([
  [undefined, 'a person who writes for the first time', {}],
  [undefined, 'an e-mail address', { handle: 'anna@example.org' }],
  [undefined, 'a message from the sender’s fast clock', { ageMs: -3_600_000 }],
  [undefined, 'a message that is two minutes old', { ageMs: 120_000 }],
  ['too_old', 'a message that is older', { ageMs: 120_001 }],
  ['too_old', 'a message that is older, for a webhook', { action: 'webhook', ageMs: 120_001 }],
  ['outside_hours', 'a message outside of the hours of the rule', { isActive: false }],
  ['outside_hours', 'a webhook outside of its hours', { action: 'webhook', isActive: false }],
  ['cooldown', 'the second message within the cooldown', { firedAgoMs: 59_999 }],
  [undefined, 'the second message after the cooldown', { firedAgoMs: 60_000 }],
  ['cooldown', 'the second message within a longer cooldown', { cooldownS: 3_600, firedAgoMs: 3_599_999 }],
  ['cooldown', 'a webhook within its cooldown', { action: 'webhook', firedAgoMs: 1 }],
  ['own_handle', 'oneself, in any writing', { handle: '+12025550100' }],
  ['own_handle', 'oneself at another address', { handle: 'Me@Example.org' }],
  ['unanswerable', 'a short code', { handle: '72727' }],
  ['unanswerable', 'a name in place of a number', { handle: 'MyBank' }],
  ['unanswerable', 'a business', { handle: 'urn:biz:1234' }],
  ['unanswerable', 'nobody', { handle: '' }],
  ['answered_lately', 'another rule that answered a moment ago', { answeredAgoMs: [30_000] }],
  [undefined, 'another rule that answered a while ago', { answeredAgoMs: minutesAgo(1) }],
  [undefined, 'nine answers within the hour', { answeredAgoMs: tenAnswers.slice(1) }],
  ['too_many_answers', 'ten answers within the hour', { answeredAgoMs: tenAnswers }],
  [undefined, 'a tenth answer that is an hour old', { answeredAgoMs: [...tenAnswers.slice(1), 3_600_000] }],
  [undefined, 'a webhook to oneself', { action: 'webhook', handle: 'me@example.org' }],
  [undefined, 'a webhook about a short code', { action: 'webhook', handle: '72727' }],
  [undefined, 'a webhook where rules answered often', { action: 'webhook', answeredAgoMs: tenAnswers }],
])('%s: %s', (expected, _what, given) => {
  expect(heldBack(given)).toBe(expected)
})
