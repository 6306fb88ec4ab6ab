/** Formats spans of time. */
import { locale } from './texts.ts'

const spans = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Seconds in the largest unit of which there are at least two. */
export function spanOf(seconds: number): string {
  const [unit, length] = spans.find(([, length]) => Math.abs(seconds) >= length * 2) ?? spans[3]
  return inUnit(Math.round(seconds / length), unit)
}

const inUnit = (value: number, unit: string): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }).format(value)
