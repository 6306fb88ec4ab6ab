/**
 * Counts the objects that a reader of the result would encounter, so that neither nesting nor references can multiply
 * them without bound.
 */
import { damage, limits } from './decoded.ts'

export interface Tally {
  /** Objects read so far, and those within objects that were referred to again. */
  items: number
  depth: number
}

export const newTally = (): Tally => ({ items: 0, depth: 0 })

export function count(tally: Tally, items: number): void {
  tally.items += items
  if (tally.items > limits.items) damage('more objects than any message has')
}

export function enter(tally: Tally): void {
  if (++tally.depth > limits.depth) damage('objects nested too deeply')
}

export function leave(tally: Tally): void {
  tally.depth--
}
