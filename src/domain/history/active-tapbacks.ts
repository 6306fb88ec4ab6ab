/** Decides which reactions to a message are in effect: for each person and part, only the last one counts. */

export interface GivenTapback {
  /** Identifies the person; the same for every address of theirs. */
  author: string
  /** The index of the part; null for the whole message. */
  part: number | null
  added: boolean
  /** Whether it was placed onto the bubble as a picture; any number of these stay beside each other. */
  isPlaced: boolean
}

/** Both `given` and the result are in the order in which the tapbacks were given. */
export function activeTapbacks<T extends GivenTapback>(given: readonly T[]): T[] {
  const last = new Map(given.filter(({ isPlaced }) => !isPlaced).map((tapback) => [placeOf(tapback), tapback]))
  return given.filter((tapback) => tapback.added && (tapback.isPlaced || last.get(placeOf(tapback)) === tapback))
}

/** Messages names a message of one part either by that part or as a whole, so both are one place. */
const placeOf = ({ author, part }: GivenTapback): string => `${part ?? 0} ${author}`
