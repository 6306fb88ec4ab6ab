import { expect, test } from 'vitest'
import { cooldownsWith, spanOf } from './cooldowns.ts'

test('a cooldown that is not among the usual ones can be kept', () => {
  expect(cooldownsWith(90)).toEqual([60, 90, 300, 900, 3_600, 21_600, 43_200, 86_400])
  expect(cooldownsWith(60)).toHaveLength(7)
})

test('cooldowns are given in the largest exact unit', () => {
  expect([60, 90, 3_600, 5_400, 86_400].map((seconds) => spanOf(seconds, 'en'))).toEqual([
    '1 minute',
    '90 seconds',
    '1 hour',
    '90 minutes',
    '24 hours',
  ])
})
