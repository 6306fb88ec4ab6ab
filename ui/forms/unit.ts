/** The unit of a number as people read it: many seconds are told in larger ones as well. */
import { locale } from '../catalogue/texts.ts'

const spans = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** `s (= 2 hours)`, where that is a round number. */
export function unitOf(unit: string, value: unknown): string {
  if (unit !== 's' || typeof value !== 'number' || value <= 0) return unit
  const span = spans.find(([, length]) => value % length === 0)
  if (span === undefined) return unit
  const [name, length] = span
  const said = new Intl.NumberFormat(locale(), { style: 'unit', unit: name, unitDisplay: 'long' }).format(
    value / length,
  )
  return `${unit} (= ${said})`
}
