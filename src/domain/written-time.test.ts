import { expect, test } from 'vitest'
import { writtenTimeMs } from './written-time.ts'

const nowMs = new Date(2026, 10, 23, 9, 30).getTime()
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).getTime()

test.each<[string, number | undefined]>([
  ['2026-11-24 09:00', at(2026, 10, 24, 9, 0)],
  ['2026-11-24T09:00', at(2026, 10, 24, 9, 0)],
  ['2026-11-24T09:00:00Z', Date.UTC(2026, 10, 24, 9)],
  ['2026-11-24T09:00:00+02:00', Date.UTC(2026, 10, 24, 7)],
  ['9:31', at(2026, 10, 23, 9, 31)],
  ['09:30', at(2026, 10, 24, 9, 30)],
  ['90s', nowMs + 90_000],
  ['10m', nowMs + 600_000],
  ['2 h', nowMs + 7_200_000],
  ['1d', nowMs + 86_400_000],
  ['25:00', undefined],
  ['2026-02-30 09:00', undefined],
  ['tomorrow', undefined],
  ['', undefined],
])('%j', (written, ms) => {
  expect(writtenTimeMs(written, nowMs)).toBe(ms)
})

test('a time that the clocks skip is none, and one that they repeat is its first', () => {
  const zone = process.env.TZ
  process.env.TZ = 'Europe/Berlin'
  try {
    expect(writtenTimeMs('2027-03-28 02:30', nowMs)).toBeUndefined()
    expect(writtenTimeMs('2027-10-31 02:30', nowMs)).toBe(Date.UTC(2027, 9, 31, 0, 30))
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
})
