/** Turns the ages of heartbeats into as many bars as fit, newest at the end. */

export const shownHeartbeats = 60
/** The bridge counts as dead after this many seconds. */
const deadAfterS = 10

interface Bar {
  /** `untold` marks a bar for which there is no data yet. */
  is: 'alive' | 'silent' | 'untold'
  /** Fraction of the full height. */
  share: number
}

const untold: Bar = { is: 'untold', share: 0 }

export function beatBars(ages: readonly (number | null)[]): Bar[] {
  const told = ages.slice(-shownHeartbeats).map(barOf)
  return [...Array.from({ length: shownHeartbeats - told.length }, () => untold), ...told]
}

function barOf(age: number | null): Bar {
  if (age === null || age >= deadAfterS) return { is: 'silent', share: 0 }
  return { is: 'alive', share: Math.min(1, Math.max(0.3, 1 - age / deadAfterS)) }
}
