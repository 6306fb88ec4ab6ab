/** Reads the header `Retry-After`: seconds or a date. A time that is not in the future gives no pause. */
export function retryAfterS(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined || header.trim() === '') return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return positive(seconds)
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? undefined : positive(Math.ceil((atMs - nowMs) / 1_000))
}

const positive = (seconds: number): number | undefined => (seconds > 0 ? seconds : undefined)
