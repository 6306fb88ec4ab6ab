// The Mac's clock: to the microsecond, and never the same moment twice.

/** `wallMs` counts milliseconds; within one of them, each reading is a microsecond after the one before. */
export function exactClock(wallMs: () => number = Date.now): () => number {
  let lastUs = 0
  return () => {
    const wallUs = Math.floor(wallMs() * 1000)
    // A clock that was set back is followed; one that stands still is not.
    const isSetBack = wallUs < lastUs - setBackUs
    lastUs = isSetBack ? wallUs : Math.max(wallUs, lastUs + 1)
    return lastUs / 1000
  }
}

/** Further than readings of one busy millisecond run ahead. */
const setBackUs = 1_000_000

/** One for all who write in this process: what they write must not meet. */
export const macNow = exactClock()
