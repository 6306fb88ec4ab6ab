/** Draws points as the path of an SVG, and places names beside lines so that none covers another. */
import type { Point } from '../trend.ts'

/** Leaves a gap along x open if it is wider than `gap`. */
export function pathOf(points: readonly Point[], gap = Number.POSITIVE_INFINITY): string {
  return points
    .map(({ x, y }, place) => {
      const before = points[place - 1]
      const isJoined = before !== undefined && x - before.x <= gap
      return `${isJoined ? 'L' : 'M'}${shortly(x)} ${shortly(y)}`
    })
    .join('')
}

const shortly = (value: number): string => String(Math.round(value * 10) / 10)

/** Moves each place no further than necessary, and keeps their order. */
export function apart(places: readonly number[], { least, lowest }: { least: number; lowest: number }): number[] {
  const order = places.map((_, index) => index).toSorted((one, other) => (places[one] ?? 0) - (places[other] ?? 0))
  const moved = [...places]
  let above = Number.NEGATIVE_INFINITY
  for (const index of order) above = moved[index] = Math.max(places[index] ?? 0, above + least)
  let below = lowest + least
  for (const index of order.toReversed()) below = moved[index] = Math.min(moved[index] ?? 0, below - least)
  return moved
}
