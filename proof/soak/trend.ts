/** Computes how much something grows from samples that fluctuate. */

export interface Point {
  x: number
  y: number
}

/**
 * Returns the median of the slopes between all pairs: up to about a third of the samples can be outliers without
 * changing it.
 */
export function slopeOf(points: readonly Point[]): number {
  const slopes = points.flatMap((one, place) =>
    points.slice(place + 1).flatMap((other) => (other.x === one.x ? [] : [(other.y - one.y) / (other.x - one.x)])),
  )
  return slopes.length === 0 ? 0 : middleOf(slopes)
}

export function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const half = Math.floor(sorted.length / 2)
  const upper = sorted[half] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2
}
