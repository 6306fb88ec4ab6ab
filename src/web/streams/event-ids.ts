/**
 * Gives the events of a limited key ids that tell nothing: each is a permutation of its position in the journal, under a
 * secret of this installation, so that gaps show no event that is hidden. Ids from before a change of the grant mean nothing.
 */
import { createHmac, randomInt } from 'node:crypto'

export interface EventIds {
  /** The id of the event at this position, the same each time. */
  of(position: number): number
  /** An id after which a reader can continue, another one each time, so that it does not tell whether something happened. */
  after(position: number): number
  /** Undefined for a number that is none of these ids, save by a chance of one in thousands. */
  position(id: number): number | undefined
}

/** The ids of the journal itself, which everyone without a grant reads. */
export const plainIds: EventIds = { of: (position) => position, after: (position) => position, position: (id) => id }

/** An id has two halves of 24 bits, so that it has no more digits than a stream takes. */
const half = 2 ** 24
/** The lowest bits tell apart ids of one position; those of events have none. */
const variants = 2 ** 12
const mostPositions = (half * half) / variants
const rounds = [0, 1, 2, 3, 4, 5] as const

export function sealedIds(secret: Uint8Array, reader: string): EventIds {
  const key = createHmac('sha256', secret).update(`event ids ${reader}`).digest()
  const mixed = (round: number, value: number): number =>
    createHmac('sha256', key).update(`${round} ${value}`).digest().readUIntBE(0, 3)
  const sealed = (plain: number): number => {
    let [left, right] = [Math.floor(plain / half), plain % half]
    for (const round of rounds) [left, right] = [right, left ^ mixed(round, right)]
    return left * half + right
  }
  const opened = (id: number): number => {
    let [left, right] = [Math.floor(id / half), id % half]
    for (const round of rounds.toReversed()) [left, right] = [right ^ mixed(round, left), left]
    return left * half + right
  }
  return {
    of: (position) => sealed(position * variants),
    after: (position) => sealed(position * variants + randomInt(1, variants)),
    position(id) {
      if (!(id >= 0 && id < half * half)) return undefined
      const position = Math.floor(opened(id) / variants)
      return position < mostPositions ? position : undefined
    },
  }
}
