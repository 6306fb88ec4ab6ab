/** How much indexing is done at a time, and how often the index is compared with Messages. */

export interface Pace {
  /** ROWIDs that are indexed in one transaction. */
  chunkRows: number
  /** ROWIDs that are compared in one step. */
  sweepRows: number
  /** Changes of messages younger than this are noticed at once. */
  recentMs: number
  /** Pause between two comparisons of all messages. */
  sweepEveryMs: number
}

export const usualPace: Pace = {
  chunkRows: 5_000,
  sweepRows: 2_000,
  recentMs: 60 * 60_000,
  sweepEveryMs: 60 * 60_000,
}
