import { expect, test } from 'vitest'
import { cooldownsWith, spanOf } from './cooldowns.ts'

test('a pause that is none of the usual ones can be kept', () => {
  expect(cooldownsWith(90)).toEqual([60, 90, 300, 900, 3_600, 21_600, 43_200, 86_400])
  expect(cooldownsWith(60)).toHaveLength(7)
})

test('pauses are said in the largest unit that is exact', () => {
  expect([60, 90, 3_600, 5_400, 86_400].map((seconds) => spanOf(seconds, 'en'))).toEqual([
    ...['1 minute', '90 seconds', '1 hour', '90 minutes', '24 hours'],
  ])
})
