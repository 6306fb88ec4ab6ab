/** Formats times and days in the reader's locale. */
import { locale } from './texts.ts'

/** Formats are expensive to create, and there are few. */
const formats = new Map<string, Intl.DateTimeFormat>()
const relative = new Map<string, Intl.RelativeTimeFormat>()

/** Today or a day around it, in words. */
function nearDay(days: -1 | 0): string {
  const known = relative.get(locale()) ?? new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' })
  relative.set(locale(), known)
  return capital(known.format(days, 'day'))
}

export function formatOf(options: Intl.DateTimeFormatOptions, language = locale()): Intl.DateTimeFormat {
  // A format keeps the time zone of its creation, and a reader may travel.
  const key = `${language}${new Date().getTimezoneOffset()}${JSON.stringify(options)}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language, options)
  formats.set(key, known)
  return known
}

/** Formats as `4:37 PM` or `16:37`. */
export const timeOf = (ts: string): string => formatOf({ timeStyle: 'short' }).format(new Date(ts))

export const dateAndTimeOf = (ts: string): string =>
  formatOf({ dateStyle: 'full', timeStyle: 'short' }).format(new Date(ts))

/** Midnight of the day in the reader's time zone. */
const midnight = (date: Date): number => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

/** Counts calendar days in between rather than 24-hour spans, because days with a clock change have another length. */
const daysBetween = (from: Date, to: Date): number => Math.round((midnight(to) - midnight(from)) / 86_400_000)

/** Formats as `Today`, `Yesterday` or `Tue 3 Nov 2026`. */
export function dayOf(ts: string, now = new Date()): string {
  const date = new Date(ts)
  const days = daysBetween(date, now)
  if (days === 0) return nearDay(0)
  if (days === 1) return nearDay(-1)
  return formatOf({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }).format(date)
}

/** Formats as `March 2021`. */
export const monthOf = (date: Date): string => formatOf({ month: 'long', year: 'numeric' }).format(date)

/** Formats a date within a sentence: the time if it is today, otherwise also the date. */
export function whenOf(ts: string, now = new Date()): string {
  const date = new Date(ts)
  if (daysBetween(date, now) === 0) return timeOf(ts)
  return formatOf({ ...dayWithin(date, now), hour: 'numeric', minute: '2-digit' }).format(date)
}

/** Formats a date as short as a list needs it: the time if it is today, the weekday within a week, otherwise the date. */
export function shortTimeOf(ts: string, now = new Date()): string {
  const date = new Date(ts)
  const days = daysBetween(date, now)
  if (days <= 0) return timeOf(ts)
  if (days === 1) return nearDay(-1)
  if (days < 7) return formatOf({ weekday: 'long' }).format(date)
  return formatOf(dayWithin(date, now)).format(date)
}

/** Includes the year unless it is the current one. */
const dayWithin = (date: Date, now: Date): Intl.DateTimeFormatOptions => ({
  day: 'numeric',
  month: 'short',
  ...(date.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
})

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1)
