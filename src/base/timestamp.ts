/** Writes a time as the API shows it. */

/** ISO 8601 in UTC, of Unix milliseconds; null where there is no time. */
export function timestamp(ms: number): string
export function timestamp(ms: number | null): string | null
export function timestamp(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
