// The Mac's clock: to the microsecond, and never the same moment twice.

/** Each reading is at least a microsecond after the one before, however finely `wallMs` counts. */
export function exactClock(wallMs: () => number = wallClock): () => number {
  let lastUs = 0
  return () => {
    const wallUs = Math.floor(wallMs() * 1000)
    // A clock that was set back is followed; one that stands still is not.
    const isSetBack = wallUs < lastUs - setBackUs
    lastUs = isSetBack ? wallUs : Math.max(wallUs, lastUs + 1)
    return lastUs / 1000
  }
}

/** `Date.now` goes with the wall, the other knows fractions: processes that write in the same millisecond do not meet. */
const wallClock = (): number => Date.now() + (performance.now() % 1)

/** Further than readings of one busy millisecond run ahead. */
const setBackUs = 1_000_000

/** One for all who write in this process: what they write must not meet. */
export const macNow = exactClock()
