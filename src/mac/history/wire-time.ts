/** Formats dates for the API. */

const firstYearMs = Date.UTC(1970, 0, 1)
const lastYearMs = Date.UTC(9999, 11, 31)
const [dayMs, hourMs, minuteMs, secondMs] = [86_400_000, 3_600_000, 60_000, 1_000]
/** Clocks differ, so dates this far ahead are accepted; later ones are numbers that Messages stores for "never mind". */
const aheadMs = 3 * dayMs

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))

/**
 * The day that was formatted last. A page of messages has hundreds of moments on a few days, and the date is what takes
 * long to format.
 */
let lastDay = { number: Number.NaN, text: '' }

export function wireTime(unixMs: number): string {
  const ms = Math.floor(Math.min(Math.max(unixMs, firstYearMs), lastYearMs))
  const day = Math.floor(ms / dayMs)
  if (day !== lastDay.number) lastDay = { number: day, text: new Date(day * dayMs).toISOString().slice(0, 11) }
  const rest = ms - day * dayMs
  const hour = twoDigits[Math.floor(rest / hourMs)]
  const minute = twoDigits[Math.floor((rest % hourMs) / minuteMs)]
  const second = twoDigits[Math.floor((rest % minuteMs) / secondMs)]
  return `${lastDay.text}${hour}:${minute}:${second}.${String(rest % secondMs).padStart(3, '0')}Z`
}

/** Null where the event has not happened, or where the date is not a real one. */
export const wireMoment = (unixMs: number | null, nowMs: number): string | null =>
  unixMs === null || unixMs > nowMs + aheadMs ? null : wireTime(unixMs)
