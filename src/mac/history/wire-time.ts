/** Formats dates for the API. */

const firstYearMs = Date.UTC(1970, 0, 1)
const lastYearMs = Date.UTC(9999, 11, 31)
const dayMs = 86_400_000
/** Clocks differ, so dates this far ahead are accepted; later ones are numbers that Messages stores for "never mind". */
const aheadMs = 3 * dayMs

export const wireTime = (unixMs: number): string =>
  new Date(Math.min(Math.max(unixMs, firstYearMs), lastYearMs)).toISOString()

/** Null where the event has not happened, or where the date is not a real one. */
export const wireMoment = (unixMs: number | null, nowMs: number): string | null =>
  unixMs === null || unixMs > nowMs + aheadMs ? null : wireTime(unixMs)
