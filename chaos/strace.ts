/** Death at a chosen step, without a word of it in what dies: strace ends a process before the n-th call of its first thread. */

export interface Step {
  /** System calls, with commas between them. */
  calls: string
  /** Counts from 1. */
  nth: number
  /** Of those, the calls that concern this file. */
  path?: string | undefined
}

/** The command that becomes the one after it. */
export const dyingAt = ({ calls, nth, path }: Step): string[] => [
  ...['strace', '-D', '-qq', '-o', '/dev/null'],
  ...(path === undefined ? [] : ['-P', path]),
  ...['-e', `trace=${calls}`, '-e', `inject=${calls}:signal=KILL:when=${nth}`],
]
