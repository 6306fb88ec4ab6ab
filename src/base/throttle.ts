/** Limits how often something is done. */

/** Returns a function that answers `true` at most once per period, and `true` on its first call. */
export function atMostEvery(periodMs: number, monotonicMs: () => number = () => performance.now()): () => boolean {
  let lastMs = Number.NEGATIVE_INFINITY
  return () => {
    const nowMs = monotonicMs()
    if (nowMs - lastMs < periodMs) return false
    lastMs = nowMs
    return true
  }
}
