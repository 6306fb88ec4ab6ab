import { expect, test } from 'vitest'
import type { SetupCheck } from '../../src/contract/setup.ts'
import { pauseAfter } from './check-poll.ts'

const check = (kind: SetupCheck['kind'], ok: boolean) => ({ kind, ok }) as SetupCheck

test('a missing permission is polled every second, everything else twice a minute', () => {
  expect(pauseAfter({ checks: [check('permission', false)] })).toBe(1_000)
  expect(pauseAfter({ checks: [check('permission', true), check('choice', false)] })).toBe(30_000)
})
