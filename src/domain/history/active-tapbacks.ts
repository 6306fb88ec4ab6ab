/** Which reactions to a message stand: of each person only the last one to each part counts. */

export interface GivenTapback {
  /** The same for every address of one person. */
  author: string
  /** Null for all of the message. */
  part: number | null
  added: boolean
  /** Put onto the bubble as a picture: any number of them stay beside each other. */
  isPlaced: boolean
}

/** `given` and what comes back are in the order in which they were given. */
export function activeTapbacks<T extends GivenTapback>(given: readonly T[]): T[] {
  const last = new Map(given.filter(({ isPlaced }) => !isPlaced).map((tapback) => [placeOf(tapback), tapback]))
  return given.filter((tapback) => tapback.added && (tapback.isPlaced || last.get(placeOf(tapback)) === tapback))
}

/** A message of one part has it as its whole: Messages writes either. */
const placeOf = ({ author, part }: GivenTapback): string => `${part ?? 0} ${author}`
