/** Formats how long something took. */
import { locale } from './texts.ts'

const units = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** Formats a duration as `41 ms`, `1.2 sec` or `3 min`. */
export function durationOf(ms: number): string {
  const [unit, length] = units.find(([, length]) => ms >= length) ?? ['millisecond', 1]
  const maximumFractionDigits = unit === 'second' || unit === 'hour' ? 1 : 0
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits }).format(
    ms / length,
  )
}
