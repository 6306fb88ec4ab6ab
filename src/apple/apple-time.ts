/** Apple's clock, which starts in 2001, against Unix time: in code, and inside a query. */

/** Unix seconds of 2001-01-01T00:00:00Z, where Apple's clock starts. */
const appleEpochS = 978_307_200
const appleEpochMs = appleEpochS * 1000

/** From here on a stored time counts nanoseconds; older rows keep whole seconds. Decided for each value. */
const leastNanoseconds = 1e12
/** Messages has been seen to store the largest integer there is for "never mind". */
const noTime = 9_223_372_036_854_775_807n

/** A time in (fractional) seconds, as property lists and attachments keep it, in Unix milliseconds. */
export const secondsToUnixMs = (seconds: number): number => Math.round(seconds * 1000) + appleEpochMs

/** A time as `message.date` keeps it, in Unix milliseconds; null for 0, nothing, and the largest integer. */
export function toUnixMs(stored: bigint | number | null): number | null {
  const value = stored === null ? 0n : typeof stored === 'bigint' ? stored : BigInt(Math.trunc(stored))
  if (value === 0n || value === noTime) return null
  if (value < BigInt(leastNanoseconds)) return secondsToUnixMs(Number(value))
  return Number(value / 1_000_000n) + appleEpochMs
}

/** What `message.date` holds for a moment: for comparing with the column, so that its index is used. */
export const unixMsToAppleNs = (unixMs: number): bigint => BigInt(Math.trunc(unixMs) - appleEpochMs) * 1_000_000n

/**
 * `toUnixMs` as an SQL expression over a column of the query's own (never over what a caller sent): the nanoseconds exceed
 * what a JavaScript number holds exactly, so they are divided before they leave SQLite.
 */
export const toUnixMsSql = (column: string): string =>
  `CASE WHEN ${column} IS NULL OR ${column} = 0 OR ${column} = ${noTime} THEN NULL ` +
  `WHEN ${column} >= ${leastNanoseconds} THEN ${column} / 1000000 + ${appleEpochMs} ` +
  `ELSE ${column} * 1000 + ${appleEpochMs} END`

/**
 * The same in Unix microseconds, the finest that a number tells apart. A real, so that a damaged date is inexact where an
 * integer would be refused.
 */
export const toUnixUsSql = (column: string): string =>
  `CASE WHEN ${column} IS NULL OR ${column} = 0 OR ${column} = ${noTime} THEN NULL ` +
  `WHEN ${column} >= ${leastNanoseconds} THEN CAST(${column} / 1000 AS REAL) + ${appleEpochS}000000 ` +
  `ELSE CAST(${column} AS REAL) * 1000000 + ${appleEpochS}000000 END`
