/** How much the index is worked on at a time, and how often it is compared with Messages. */

export interface Pace {
  /** ROWIDs that are taken in with one transaction. */
  chunkRows: number
  /** ROWIDs that are compared in one turn. */
  sweepRows: number
  /** Changes of messages younger than this are seen at once. */
  recentMs: number
  /** Between two comparisons of everything. */
  sweepEveryMs: number
}

export const usualPace: Pace = {
  chunkRows: 5_000,
  sweepRows: 2_000,
  recentMs: 60 * 60_000,
  sweepEveryMs: 60 * 60_000,
}
