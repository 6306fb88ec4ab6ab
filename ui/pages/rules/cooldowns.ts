/** Lists the cooldowns that a rule may have and formats them. */

const minute = 60
const hour = 60 * minute
const usual = [minute, 5 * minute, 15 * minute, hour, 6 * hour, 12 * hour, 24 * hour]

/** The usual cooldowns and the current one. */
export const cooldownsWith = (seconds: number): number[] =>
  [...new Set([...usual, seconds])].toSorted((one, other) => one - other)

const units = [
  ['hour', hour],
  ['minute', minute],
  ['second', 1],
] as const

/** Uses the largest unit that is exact. */
export function spanOf(seconds: number, locale: string): string {
  const [unit, length] = units.find(([, length]) => seconds % length === 0) ?? units[2]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / length)
}
