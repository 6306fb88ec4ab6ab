/** Pauses that a rule may keep, and how they are said. */

const minute = 60
const hour = 60 * minute
const usual = [minute, 5 * minute, 15 * minute, hour, 6 * hour, 12 * hour, 24 * hour]

/** The usual ones, and the one that is in force. */
export const cooldownsWith = (seconds: number): number[] =>
  [...new Set([...usual, seconds])].toSorted((one, other) => one - other)

const units = [
  ['hour', hour],
  ['minute', minute],
  ['second', 1],
] as const

/** In the largest unit that says it exactly. */
export function spanOf(seconds: number, locale: string): string {
  const [unit, length] = units.find(([, length]) => seconds % length === 0) ?? units[2]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / length)
}
