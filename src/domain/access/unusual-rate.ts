/** Decides whether a program asks far more than it usually does. */

/** Few requests are never conspicuous, and nothing is usual before a program was used in this many hours. */
const fewest = 200
const hoursToKnow = 12
const times = 10

/** `before` are the requests of each earlier hour in which there were any. */
export function isUnusual(inThisHour: number, before: readonly number[]): boolean {
  if (inThisHour < fewest || before.length < hoursToKnow) return false
  const usual = before.reduce((sum, each) => sum + each, 0) / before.length
  return inThisHour >= times * usual
}
