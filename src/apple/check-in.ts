/** Reads from the URL of a Check In balloon whether a person is expected, overdue or has arrived. */

export interface CheckIn {
  state: 'expected' | 'overdue' | 'checked-in'
  /** Unix milliseconds of the state's time. */
  atMs: number
}

/** The state by the parameter that holds the time in Unix seconds; the first parameter present decides. */
const states: [name: string, state: CheckIn['state']][] = [
  ['estimatedEndTime', 'expected'],
  ['triggerTime', 'overdue'],
  ['sendDate', 'checked-in'],
]

/** Returns null for a balloon with none of these parameters. */
export function checkInOf(url: string | null): CheckIn | null {
  const query = new URLSearchParams(url?.slice(url.indexOf('?') + 1))
  for (const [name, state] of states) {
    const atMs = Math.round(Number(query.get(name) || Number.NaN) * 1000)
    if (Number.isSafeInteger(atMs)) return { state, atMs }
  }
  return null
}
