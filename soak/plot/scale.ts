/** Where a value lies on a picture, and which round values are written beside it. */

export interface Scale {
  /** Round, from nought to just above the largest value. */
  ticks: readonly number[]
  at(value: number): number
}

interface Range {
  /** The largest value that has to be seen. */
  most: number
  /** Where nought and the last tick lie, in pixels. */
  from: number
  to: number
  /** About so many steps. */
  steps?: number
}

export function scaleOf({ most, from, to, steps = 4 }: Range): Scale {
  const step = roundStep(most / steps)
  const count = Math.max(1, Math.ceil(most / step - 1e-9))
  const ticks = Array.from({ length: count + 1 }, (_, place) => place * step)
  const last = count * step
  return { ticks, at: (value) => from + ((to - from) * value) / last }
}

/** 1, 2 or 5 times a power of ten. */
function roundStep(least: number): number {
  if (!(least > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  return power * ([1, 2, 5].find((times) => times * power >= least * (1 - 1e-9)) ?? 10)
}
