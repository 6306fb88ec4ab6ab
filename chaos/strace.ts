/** Death at a chosen step, without a word of it in what dies: strace ends a process before its n-th call of a kind. */

export interface Step {
  /** System calls, with commas between them. */
  calls: string
  /** Counts from 1. */
  nth: number
  /** Of those, the calls that concern this file. */
  path?: string | undefined
  /** Its children die of it as well, each before its own n-th call; otherwise the first thread alone is counted. */
  withChildren?: boolean | undefined
}

/** The command that becomes the one after it. */
export const dyingAt = ({ calls, nth, path, withChildren = false }: Step): string[] => [
  ...['strace', '-D', '-qq', '-o', '/dev/null'],
  ...(withChildren ? ['-f'] : []),
  ...(path === undefined ? [] : ['-P', path]),
  ...['-e', `trace=${calls}`, '-e', `inject=${calls}:signal=KILL:when=${nth}`],
]
