/** Formats the time of a line: local, UTC, or relative to now. */
import { formatOf } from '../../catalogue/dates.ts'
import type { Clock } from './log-display.ts'

interface TimeFormat {
  clock: Clock
  nowMs: number
  /** The reader's locale. */
  locale: string
}

const time = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
} as const
const day = { day: '2-digit', month: '2-digit' } as const

/** Includes the day unless it is today. */
export function momentOf(ts: string, { clock, nowMs, locale }: TimeFormat): string {
  const date = new Date(ts)
  if (clock === 'relative') return agoOf(date.getTime() - nowMs, locale)
  const zone = clock === 'utc' ? { timeZone: 'UTC' } : {}
  const dayOf = (ms: number) => formatOf({ ...day, ...zone }, locale).format(ms)
  const written = formatOf({ ...time, ...zone }, locale).format(date)
  return dayOf(date.getTime()) === dayOf(nowMs) ? written : `${dayOf(date.getTime())} ${written}`
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

function agoOf(ms: number, locale: string): string {
  const seconds = Math.min(0, Math.round(ms / 1000))
  const [unit, size] = units.find(([, least]) => -seconds >= least) ?? (['second', 1] as const)
  return new Intl.RelativeTimeFormat(locale, { style: 'narrow' }).format(Math.trunc(seconds / size), unit)
}
