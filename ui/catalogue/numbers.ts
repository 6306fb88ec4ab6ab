/** Formats counts and sizes in the reader's locale. */
import { locale } from './texts.ts'

export const countOf = (count: number): string => count.toLocaleString(locale())

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Uses powers of 1,000, as the Finder does. */
export function sizeOf(bytes: number): string {
  const power = Math.min(units.length - 1, bytes < 1_000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const format = new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power > 1 ? 1 : 0,
  })
  return format.format(bytes / 1_000 ** power)
}

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
