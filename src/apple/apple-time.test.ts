import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { secondsToUnixMs, toUnixMs, toUnixMsSql, toUnixUsSql, unixMsToAppleNs } from './apple-time.ts'

const newYear2025 = Date.UTC(2025, 0, 1)
const newYear2025Seconds = newYear2025 / 1000 - 978_307_200
const samples: [title: string, stored: bigint | null, unixMs: number | null][] = [
  ['nanoseconds', BigInt(newYear2025Seconds) * 1_000_000_000n + 123_456_789n, newYear2025 + 123],
  ['whole seconds of an old row', BigInt(newYear2025Seconds), newYear2025],
  ['zero', 0n, null],
  ['nothing', null, null],
  ['the largest integer', 2n ** 63n - 1n, null],
  ['a moment before 2001', -1n, Date.UTC(2001, 0, 1) - 1000],
]

describe('a stored time', () => {
  it.each(samples)('of %s is the same moment in code and in SQLite', (_, stored, unixMs) => {
    const database = new DatabaseSync(':memory:')
    const row = database.prepare(`SELECT ${toUnixMsSql('t.date')} AS ms FROM (SELECT ? AS date) t`).get(stored)
    expect(row?.ms).toBe(unixMs)
    expect(toUnixMs(stored)).toBe(unixMs)
  })

  it.each<[title: string, stored: bigint | null, unixUs: number | null]>([
    ['nanoseconds', BigInt(newYear2025Seconds) * 1_000_000_000n + 123_456_789n, newYear2025 * 1_000 + 123_456],
    ['whole seconds of an old row', BigInt(newYear2025Seconds), newYear2025 * 1_000],
    ['zero', 0n, null],
    ['nothing', null, null],
    ['the largest integer', 2n ** 63n - 1n, null],
    ['a damaged date', -(2n ** 62n), expect.any(Number)],
  ])('of %s is exact to the microsecond', (_, stored, unixUs) => {
    const database = new DatabaseSync(':memory:')
    const row = database.prepare(`SELECT ${toUnixUsSql('t.date')} AS us FROM (SELECT ? AS date) t`).get(stored)
    expect(row?.us).toEqual(unixUs)
  })

  it('is accepted as a number as well', () => {
    expect(toUnixMs(newYear2025Seconds)).toBe(newYear2025)
  })

  it('survives the conversion to nanoseconds and back', () => {
    expect(toUnixMs(unixMsToAppleNs(newYear2025 + 7))).toBe(newYear2025 + 7)
  })

  it('in fractional seconds keeps its milliseconds', () => {
    expect(secondsToUnixMs(690_513_474.2725511)).toBe(1_668_820_674_273)
  })
})
