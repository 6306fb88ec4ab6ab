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
