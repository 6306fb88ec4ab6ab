/** Formats file sizes in the reader's locale. */
import { locale } from '../../catalogue/texts.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Uses powers of 1,000, as the Finder does. */
export function sizeOf(bytes: number): string {
  const step = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const format = {
    style: 'unit',
    unit: units[step],
    unitDisplay: 'short',
    maximumFractionDigits: step > 1 ? 1 : 0,
  } as const
  return new Intl.NumberFormat(locale(), format).format(bytes / 1000 ** step)
}
