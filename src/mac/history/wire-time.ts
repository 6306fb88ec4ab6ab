/** Moments as the API writes them. */

const firstYearMs = Date.UTC(1970, 0, 1)
const lastYearMs = Date.UTC(9999, 11, 31)
const dayMs = 86_400_000
/** Clocks differ; what lies further ahead is one of the numbers that Messages stores for "never mind". */
const aheadMs = 3 * dayMs

export const wireTime = (unixMs: number): string =>
  new Date(Math.min(Math.max(unixMs, firstYearMs), lastYearMs)).toISOString()

/** When something happened; null where it has not, or where the moment is none. */
export const wireMoment = (unixMs: number | null, nowMs: number): string | null =>
  unixMs === null || unixMs > nowMs + aheadMs ? null : wireTime(unixMs)
