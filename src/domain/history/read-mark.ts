/** Decides whether a message was read, by our own mark on its conversation. */

export interface Moment {
  rowid: number
  /** Unix milliseconds. */
  sentAtMs: number
}

/** Compares in the order in which messages are shown; the date comes first, since Messages may renumber its rows. */
export const isUpTo = (message: Moment, mark: Moment | undefined): boolean =>
  mark !== undefined &&
  (message.sentAtMs < mark.sentAtMs || (message.sentAtMs === mark.sentAtMs && message.rowid <= mark.rowid))
