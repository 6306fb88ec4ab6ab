/** How long a browser stays signed in: thirty days after it was last seen. */

const hourMs = 3_600_000
export const sessionLifeMs = 30 * 24 * hourMs
/** Writing it down at every request would be a write for every request. */
const noticeMs = 12 * hourMs
/** The longest unseen ones go first. */
export const maxSessions = 25

export interface SessionTimes {
  lastSeenMs: number
  expiresMs: number
}

export const isOver = ({ expiresMs }: SessionTimes, nowMs: number): boolean => nowMs >= expiresMs

/** Seen again after long enough that its end moves. A clock set back counts as long enough, or it would stay still for as long. */
export const isToBeRenewed = ({ lastSeenMs }: SessionTimes, nowMs: number): boolean =>
  Math.abs(nowMs - lastSeenMs) >= noticeMs
