/** Formats the unit of a number; many seconds are also given in a larger unit. */
import { locale, t } from '../catalogue/texts.ts'

const spans = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Returns for example `s (= 2 hours)` where that is a whole number. */
export function unitOf(unit: string, value: unknown): string {
  if (unit === 'min') return t('forms.minutes')
  if (unit !== 's' || typeof value !== 'number' || value <= 0) return unit
  const span = spans.find(([, length]) => value % length === 0)
  if (span === undefined) return unit
  const [name, length] = span
  const said = new Intl.NumberFormat(locale(), { style: 'unit', unit: name, unitDisplay: 'long' }).format(
    value / length,
  )
  return `${unit} (= ${said})`
}
