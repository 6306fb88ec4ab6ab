/** Computes how much something grows from samples that fluctuate. */

import { median } from '../statistics.ts'

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
  return slopes.length === 0 ? 0 : median(slopes)
}
