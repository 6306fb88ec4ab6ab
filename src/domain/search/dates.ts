/** The stretch of local time that `before:`, `after:` and `on:` speak of. */

export interface Stretch {
  /** Unix milliseconds. */
  fromMs: number
  /** The first moment after it. */
  toMs: number
}

/** `2024`, `2024-05`, `2024-05-17`, `today` or `yesterday`; undefined for anything else, and for days that never were. */
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

/** Days from today. */
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

/** Local midnight; a year below 100 is meant as it is written. */
function beginning([year, month, date]: Day): number {
  const day = new Date(2000, 0, 1)
  day.setFullYear(year, month, date)
  return day.getTime()
}

const daysOf = (year: number, month: number): number => new Date(year, month, 0).getDate()
