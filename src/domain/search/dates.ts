/** Resolves the values of `before:`, `after:` and `on:` to periods of local time. */

export interface Stretch {
  /** Unix milliseconds of the first moment. */
  fromMs: number
  /** Unix milliseconds of the first moment after the period. */
  toMs: number
}

/**
 * Reads `2024`, `2024-05`, `2024-05-17`, `today` or `yesterday`; returns undefined for anything else, and for days that
 * do not exist.
 */
export function stretchOf(value: string, nowMs: number): Stretch | undefined {
  const day = dayNames[value.toLowerCase()]
  if (day !== undefined) return namedDay(new Date(nowMs), day)
  const written = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(value)
  if (written === null) return undefined
  const [year = 0, month, date] = written.slice(1).map((part) => (part === undefined ? undefined : Number(part)))
  if (month === undefined) return between([year, 0, 1], [year + 1, 0, 1])
  if (month < 1 || month > 12) return undefined
  if (date === undefined) return between([year, month - 1, 1], [year, month, 1])
  if (date < 1 || date > daysOf(year, month)) return undefined
  return between([year, month - 1, date], [year, month - 1, date + 1])
}

/** The number of days from today for each name. */
const dayNames: Readonly<Record<string, number | undefined>> = Object.assign(Object.create(null), {
  today: 0,
  yesterday: -1,
})

type Day = [year: number, month: number, date: number]

function namedDay(now: Date, days: number): Stretch {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate() + days]
  return between([year, month, date], [year, month, date + 1])
}

const between = (from: Day, to: Day): Stretch => ({ fromMs: beginning(from), toMs: beginning(to) })

/** Returns local midnight; a year below 100 is taken literally. */
function beginning([year, month, date]: Day): number {
  const day = new Date(2000, 0, 1)
  day.setFullYear(year, month, date)
  return day.getTime()
}

const daysOf = (year: number, month: number): number => new Date(year, month, 0).getDate()
