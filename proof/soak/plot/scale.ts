/** Computes the position of a value in a picture, and the round values beside it. */

export interface Scale {
  /** Round values, from zero to just above the largest value. */
  ticks: readonly number[]
  at(value: number): number
}

interface Range {
  /** The largest value that has to be visible. */
  most: number
  /** The positions of zero and the last tick, in pixels. */
  from: number
  to: number
  /** The approximate number of steps. */
  steps?: number
}

export function scaleOf({ most, from, to, steps = 4 }: Range): Scale {
  const step = roundStep(most / steps)
  const count = Math.max(1, Math.ceil(most / step - 1e-9))
  const ticks = Array.from({ length: count + 1 }, (_, place) => place * step)
  const last = count * step
  return { ticks, at: (value) => from + ((to - from) * value) / last }
}

/** Returns 1, 2 or 5 times a power of ten. */
function roundStep(least: number): number {
  if (!(least > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  return power * ([1, 2, 5].find((times) => times * power >= least * (1 - 1e-9)) ?? 10)
}
