/** Sizes of files as the reader's locale writes them. */
import { locale } from '../../catalogue/texts.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** In thousands, as the Finder counts. */
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
