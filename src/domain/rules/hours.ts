/**
 * Decides whether a rule is active at a moment, by hours and days of the week on the wall clock of a time zone. A clock
 * that is set forward or back changes nothing: what the clock on the wall shows decides.
 */
import type { StoredRule } from '../../contract/rule.ts'
import { type Weekday, weekdays } from '../../contract/weekdays.ts'

export type ActiveTimes = Pick<StoredRule, 'hours' | 'days'>

/** Returns a function of Unix milliseconds; `timeZone` is asked for each moment, since a Mac travels. */
export function activeTimes({ hours, days }: ActiveTimes, timeZone: () => string): (atMs: number) => boolean {
  if (hours === null && days === null) return () => true
  const { from, to } = hours === null ? { from: 0, to: minutesOfDay } : windowOf(hours)
  const isOn = (day: number) => days === null || days.includes(weekdays[day] as Weekday)
  const clock = wallClock()
  return (atMs) => {
    const { day, minute } = clock(atMs, timeZone())
    if (from < to) return minute >= from && minute < to && isOn(day)
    // After midnight the window belongs to the day before.
    return (minute >= from && isOn(day)) || (minute < to && isOn((day + 6) % 7))
  }
}

/** Whether the hours begin and end at the same time, which says nothing. */
export function isEmptyWindow(hours: string): boolean {
  const { from, to } = windowOf(hours)
  return from === to
}

const minutesOfDay = 24 * 60

/** The minutes of the day at which hours begin and end. */
function windowOf(hours: string): { from: number; to: number } {
  const [from, to] = hours.split('-').map((time) => {
    const [hour, minute] = time.split(':').map(Number)
    return (hour ?? 0) * 60 + (minute ?? 0)
  })
  return { from: from ?? 0, to: to ?? minutesOfDay }
}

/** Reads a moment as the day of the week, counted from Monday, and the minute of the day. */
function wallClock(): (atMs: number, timeZone: string) => { day: number; minute: number } {
  // A format takes far longer to make than to use.
  let used: { timeZone: string; format: Intl.DateTimeFormat } | undefined
  return (atMs, timeZone) => {
    if (used?.timeZone !== timeZone)
      used = { timeZone, format: new Intl.DateTimeFormat('en-US', { ...shownParts, timeZone }) }
    const written = Object.fromEntries(used.format.formatToParts(atMs).map(({ type, value }) => [type, value]))
    const day = weekdays.indexOf(written.weekday?.toLowerCase() as Weekday)
    return { day, minute: Number(written.hour) * 60 + Number(written.minute) }
  }
}

const shownParts = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
