/** Converts between Apple's time, which starts in 2001, and Unix time, both in code and inside a query. */

/** Unix seconds of 2001-01-01T00:00:00Z, where Apple's time starts. */
const appleEpochS = 978_307_200
const appleEpochMs = appleEpochS * 1000

/**
 * From this value on a stored time counts nanoseconds; older rows have whole seconds. This is decided for each value.
 */
const leastNanoseconds = 1e12
/** Messages has been seen to store the largest integer to mean no time. */
const noTime = 9_223_372_036_854_775_807n

/** Converts a time in (fractional) seconds, as in property lists and attachments, to Unix milliseconds. */
export const secondsToUnixMs = (seconds: number): number => Math.round(seconds * 1000) + appleEpochMs

/** Converts a time of `message.date` to Unix milliseconds; returns null for 0, null, and the largest integer. */
export function toUnixMs(stored: bigint | number | null): number | null {
  const value = stored === null ? 0n : typeof stored === 'bigint' ? stored : BigInt(Math.trunc(stored))
  if (value === 0n || value === noTime) return null
  if (value < BigInt(leastNanoseconds)) return secondsToUnixMs(Number(value))
  return Number(value / 1_000_000n) + appleEpochMs
}

/**
 * Returns the value of `message.date` for a moment, so that comparisons with the column use its index. A moment centuries
 * away becomes the last or the first that fits into the column.
 */
export function unixMsToAppleNs(unixMs: number): bigint {
  const nanoseconds = BigInt(Math.trunc(unixMs) - appleEpochMs) * 1_000_000n
  if (nanoseconds > furthestNs) return furthestNs
  return nanoseconds < -furthestNs ? -furthestNs : nanoseconds
}
/** The last whole millisecond before the largest integer, which means no time. */
const furthestNs = ((2n ** 63n - 1n) / 1_000_000n - 1n) * 1_000_000n

/**
 * Writes `toUnixMs` as an SQL expression over a column of the query's own (never over a caller's text): the nanoseconds
 * exceed what a JavaScript number represents exactly, so they are divided before they leave SQLite.
 */
export const toUnixMsSql = (column: string): string =>
  `CASE WHEN ${column} IS NULL OR ${column} = 0 OR ${column} = ${noTime} THEN NULL ` +
  `WHEN ${column} >= ${leastNanoseconds} THEN ${column} / 1000000 + ${appleEpochMs} ` +
  `ELSE ${column} * 1000 + ${appleEpochMs} END`

/**
 * Does the same in Unix microseconds, the finest unit that a number represents exactly. The result is a real, so that a
 * damaged date becomes inexact where an integer would be refused.
 */
export const toUnixUsSql = (column: string): string =>
  `CASE WHEN ${column} IS NULL OR ${column} = 0 OR ${column} = ${noTime} THEN NULL ` +
  `WHEN ${column} >= ${leastNanoseconds} THEN CAST(${column} / 1000 AS REAL) + ${appleEpochS}000000 ` +
  `ELSE CAST(${column} AS REAL) * 1000000 + ${appleEpochS}000000 END`
