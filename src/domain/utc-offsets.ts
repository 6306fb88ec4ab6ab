/** Finds how far the local time is from UTC, and when that changes, so that times can be counted by hour and day elsewhere. */

/** Every time zone begins its hours at a quarter, and changes its clocks at one. */
const quarterMs = 900_000
const quartersOfDay = 96

export interface UtcOffsets {
  /** The times from which the next offset holds, in quarters of an hour of Unix time. */
  changes: number[]
  /** The offsets in quarters of an hour, one more than there are changes. */
  offsets: number[]
}

const localOffset = (ms: number): number => -new Date(ms).getTimezoneOffset() * 60_000

/** Finds the offsets for all times between these two. Before and after them the first and the last offset apply. */
export function utcOffsets(fromMs: number, toMs: number, offsetAt: (ms: number) => number = localOffset): UtcOffsets {
  const at = (quarter: number) => Math.round(offsetAt(quarter * quarterMs) / quarterMs)
  const [first, last] = [Math.floor(fromMs / quarterMs), Math.ceil(toMs / quarterMs)]
  const found: UtcOffsets = { changes: [], offsets: [at(first)] }
  for (let day = first; day < last; day += quartersOfDay) {
    if (at(day + quartersOfDay) === found.offsets.at(-1)) continue
    for (let quarter = day + 1; quarter <= day + quartersOfDay; quarter++) {
      const offset = at(quarter)
      if (offset === found.offsets.at(-1)) continue
      found.changes.push(quarter)
      found.offsets.push(offset)
    }
  }
  return found
}
