/**
 * Kills a process at a chosen step without any code in the process itself: strace ends it before the n-th call of its
 * first thread.
 */

export interface Step {
  /** System calls, separated by commas. */
  calls: string
  /** Counts from 1. */
  nth: number
  /** Limits the calls to those that concern this file. */
  path?: string | undefined
}

/** Returns the command that becomes the one after it. */
export const dyingAt = ({ calls, nth, path }: Step): string[] => [
  ...['strace', '-D', '-qq', '-o', '/dev/null'],
  ...(path === undefined ? [] : ['-P', path]),
  ...['-e', `trace=${calls}`, '-e', `inject=${calls}:signal=KILL:when=${nth}`],
]
