/** Decides what the response of a push service means for the push and for the subscription. */

/** `gone`: the subscription has ended; `later`: the push is tried again; `refused`: it never succeeds. */
export type Verdict = 'taken' | 'gone' | 'later' | 'refused'

export function verdictOf(status: number): Verdict {
  if (status >= 200 && status < 300) return 'taken'
  if (status === 404 || status === 410) return 'gone'
  return status === 408 || status === 429 || status >= 500 ? 'later' : 'refused'
}

const longestMs = 3_600_000

/** Reads `Retry-After`, in seconds or as a date. A longer pause than an hour is cut, since a header can be wrong. */
export function retryAfterMs(header: string | undefined, nowMs: number): number {
  if (header === undefined) return 0
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - nowMs
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), longestMs)
}
