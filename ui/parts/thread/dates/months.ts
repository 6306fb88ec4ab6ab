/** Maps the months of a conversation to a scale on which the oldest is 0. */

/** Number of months from the first to the last, both included. */
export const monthsFrom = (first: Date, last: Date): number =>
  Math.max(1, (last.getFullYear() - first.getFullYear()) * 12 + last.getMonth() - first.getMonth() + 1)

/** The first midnight of the month in the reader's time zone. */
export const monthAt = (first: Date, index: number): Date => new Date(first.getFullYear(), first.getMonth() + index, 1)

export interface Year {
  year: number
  /** Fraction of the way from the first month to the last. */
  share: number
}

/** Returns the years that begin on the scale, no more of them than there is room for. */
export function yearsOn(first: Date, months: number, most: number): Year[] {
  const years = Array.from({ length: Math.ceil(months / 12) + 1 }, (_, at) => first.getFullYear() + at)
    .map((year) => ({ year, month: monthsFrom(first, new Date(year, 0, 1)) - 1 }))
    .filter(({ year, month }) => month < months && new Date(year, 0, 1) >= monthAt(first, 0))
  const step = Math.ceil(years.length / most)
  return years
    .filter((_, at) => at % step === 0)
    .map(({ year, month }) => ({ year, share: months === 1 ? 0 : month / (months - 1) }))
}

/** Parses the value of a date field; returns undefined for anything else. */
export function dayIn(written: string): Date | undefined {
  const [year, month, day] = written.split('-').map(Number)
  if (year === undefined || month === undefined || day === undefined) return undefined
  const date = new Date(year, month - 1, day)
  return Number.isNaN(date.getTime()) ? undefined : date
}

export const writtenDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
