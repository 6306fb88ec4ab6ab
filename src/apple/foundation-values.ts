/** Converts values that Apple's two archive formats store differently but with the same meaning. */
import { secondsToUnixMs } from './apple-time.ts'

/** Converts the seconds of an NSDate, counted from 2001; returns null for a time out of range. */
export function secondsToDate(seconds: number): Date | null {
  const date = new Date(secondsToUnixMs(seconds))
  return Number.isNaN(date.getTime()) ? null : date
}

/** Resolves an NSURL against its base; a URL without a base stays as it was written. */
export function resolveUrl(relative: string, base: string | null): string {
  if (base === null) return relative
  return URL.parse(relative, base)?.href ?? base + relative
}

/** Returns a 64-bit integer as a number where that is exact. */
export const exactNumber = (value: bigint): number | bigint =>
  value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value
