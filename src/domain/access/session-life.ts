/** Decides how long a browser stays signed in: thirty days after it was last seen. */

const hourMs = 3_600_000
export const sessionLifeMs = 30 * 24 * hourMs
/** Renewing the session at every request would cost a write for every request. */
const noticeMs = 12 * hourMs
/** Beyond this number, the sessions unseen for longest are removed first. */
export const maxSessions = 25

export interface SessionTimes {
  lastSeenMs: number
  expiresMs: number
}

export const isOver = ({ expiresMs }: SessionTimes, nowMs: number): boolean => nowMs >= expiresMs

/**
 * Whether enough time has passed to move the session's end. A clock that was set back counts as enough, since the end
 * would otherwise not move until the clock has caught up.
 */
export const isToBeRenewed = ({ lastSeenMs }: SessionTimes, nowMs: number): boolean =>
  Math.abs(nowMs - lastSeenMs) >= noticeMs
