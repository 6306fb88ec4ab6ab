// The Mac's clock, which is exact to the microsecond and never returns the same time twice.

/** Each reading is at least a microsecond after the previous one, whatever the resolution of `wallMs`. */
export function exactClock(wallMs: () => number = wallClock): () => number {
  let lastUs = 0
  return () => {
    const wallUs = Math.floor(wallMs() * 1000)
    // Follows a clock that was set back, but not one that stands still.
    const isSetBack = wallUs < lastUs - setBackUs
    lastUs = isSetBack ? wallUs : Math.max(wallUs, lastUs + 1)
    return lastUs / 1000
  }
}

/**
 * `Date.now` follows the wall clock, and `performance.now` has fractions, so that processes that write in the same
 * millisecond differ.
 */
const wallClock = (): number => Date.now() + (performance.now() % 1)

/** The readings of one busy millisecond run ahead by less than this. */
const setBackUs = 1_000_000

/** One clock for all writers in this process, so that their times never coincide. */
export const macNow = exactClock()
