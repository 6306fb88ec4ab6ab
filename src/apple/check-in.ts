/** Check In: whether someone is expected, overdue or has arrived, from the URL of the balloon. */

export interface CheckIn {
  state: 'expected' | 'overdue' | 'checked-in'
  /** Unix milliseconds. */
  atMs: number
}

/** By the name under which the URL has the time, in Unix seconds; the first that is there counts. */
const states: [name: string, state: CheckIn['state']][] = [
  ['estimatedEndTime', 'expected'],
  ['triggerTime', 'overdue'],
  ['sendDate', 'checked-in'],
]

/** Null for a balloon that says none of it. */
export function checkInOf(url: string | null): CheckIn | null {
  const query = new URLSearchParams(url?.slice(url.indexOf('?') + 1))
  for (const [name, state] of states) {
    const atMs = Math.round(Number(query.get(name) || Number.NaN) * 1000)
    if (Number.isSafeInteger(atMs)) return { state, atMs }
  }
  return null
}
