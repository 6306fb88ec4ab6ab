/** Values that both of Apple's archive formats write in their own way but mean alike. */
import { secondsToUnixMs } from './apple-time.ts'

/** NSDate: seconds since 2001; null for a time that no calendar has. */
export function secondsToDate(seconds: number): Date | null {
  const date = new Date(secondsToUnixMs(seconds))
  return Number.isNaN(date.getTime()) ? null : date
}

/** NSURL: one relative to a base becomes the whole URL; a URL of its own stays as it was written. */
export function resolveUrl(relative: string, base: string | null): string {
  if (base === null) return relative
  return URL.parse(relative, base)?.href ?? base + relative
}

/** A 64-bit number as a number where that is exact. */
export const exactNumber = (value: bigint): number | bigint =>
  value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value
