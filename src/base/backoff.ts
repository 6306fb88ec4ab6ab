/** The growing pause between attempts: it doubles with every failure in a row, up to a limit. */

export interface Backoff {
  /** The pause after the first failure. */
  firstMs: number
  longestMs: number
}

/** `failures` counts the failures in a row, from 1. However many there are, the result is finite. */
export const backoffMs = ({ firstMs, longestMs }: Backoff, failures: number): number =>
  Math.min(firstMs * 2 ** Math.min(Math.max(failures - 1, 0), 1_000), longestMs)
