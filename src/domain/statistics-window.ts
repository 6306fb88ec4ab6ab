/**
 * Decides which hours and days statistics count, in the time zone of the Mac: whole ones, so that each is counted in
 * full and every page says the same of it.
 */
import type { StatisticsRange } from '../contract/statistics.ts'

const hourMs = 3_600_000
const days: Record<Exclude<StatisticsRange, 'all' | '24h'>, number> = { '7d': 7, '30d': 30, '90d': 90, '365d': 365 }
const shownHours = 24

/** Midnight, so many days from today. */
export function midnight(nowMs: number, daysFromToday = 0): number {
  const day = new Date(nowMs)
  day.setHours(0, 0, 0, 0)
  day.setDate(day.getDate() + daysFromToday)
  return day.getTime()
}

/** The beginnings of the last 24 hours; they begin with the day, since some time zones differ by half an hour. */
export function hoursUntil(nowMs: number, dayStartMs = midnight(nowMs)): number[] {
  const current = dayStartMs + Math.floor((nowMs - dayStartMs) / hourMs) * hourMs
  return Array.from({ length: shownHours }, (_, hour) => current - (shownHours - 1 - hour) * hourMs)
}

/** Returns Unix milliseconds, or undefined when everything is included. */
export function beginningOf(range: StatisticsRange, nowMs: number): number | undefined {
  if (range === 'all') return undefined
  return range === '24h' ? hoursUntil(nowMs)[0] : midnight(nowMs, 1 - days[range])
}

/** The beginnings of the hours or days of a range; `firstMs` is when the range of everything begins. */
export function stepsOf(range: StatisticsRange, nowMs: number, firstMs: number): number[] {
  if (range === '24h') return hoursUntil(nowMs)
  const begin = midnight(beginningOf(range, nowMs) ?? Math.min(firstMs, nowMs))
  const steps = []
  for (let at = begin, day = 0; at <= nowMs; at = midnight(begin, ++day)) steps.push(at)
  return steps
}
