import { expect, test } from 'vitest'
import { sendTimeMs, sendTimePattern } from './send-time.ts'

const nowMs = Date.UTC(2026, 10, 23, 9)

test.each<[string, number | undefined]>([
  ['2026-11-24T09:00:00Z', Date.UTC(2026, 10, 24, 9)],
  ['2026-11-24T09:00+01:00', Date.UTC(2026, 10, 24, 8)],
  ['2026-11-24T23:30:00.5-05:00', Date.UTC(2026, 10, 25, 4, 30, 0, 500)],
  ['PT10S', nowMs + 10_000],
  ['PT90M', nowMs + 90 * 60_000],
  ['PT2H', nowMs + 2 * 3_600_000],
  ['P30D', nowMs + 30 * 86_400_000],
  ['2026-02-30T09:00:00Z', undefined],
])('%s', (written, ms) => {
  expect(written).toMatch(new RegExp(sendTimePattern))
  expect(sendTimeMs(written, nowMs)).toBe(ms)
})

test.each(['2026-11-24T09:00', '2026-11-24', 'tomorrow', 'PT', 'P1', '2026-13-24T09:00Z', '10'])(
  '%s is not a time at which to send',
  (written) => {
    expect(written).not.toMatch(new RegExp(sendTimePattern))
  },
)
