/** A range of time that a list is filtered by: the last minutes, or between two moments; in an address, too. */

export interface TimeRange {
  /** Shows the last minutes instead of `from` and `to`. */
  lastMin?: number | undefined
  /** ISO 8601, so that moments compare as strings. */
  from?: string | undefined
  to?: string | undefined
}

/** Returns the bounds of the range in ISO 8601, where it has any. */
export const boundsOf = ({ lastMin, from, to }: TimeRange, nowMs = Date.now()): Pick<TimeRange, 'from' | 'to'> => ({
  from: lastMin === undefined ? from : new Date(nowMs - lastMin * 60_000).toISOString(),
  to,
})

/** Reads a range such as `last=15` or `from=…&to=…`. */
export function rangeIn(query: URLSearchParams): TimeRange {
  const lastMin = Number(query.get('last') ?? 0)
  if (lastMin > 0) return { lastMin }
  return { from: momentIn(query.get('from')), to: momentIn(query.get('to')) }
}

function momentIn(text: string | null): string | undefined {
  const ms = Date.parse(text ?? '')
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

/** Returns the range as parameters of an address. */
export const writtenRange = ({ lastMin, from, to }: TimeRange): Record<string, string> => ({
  ...(lastMin !== undefined && { last: String(lastMin) }),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
})
