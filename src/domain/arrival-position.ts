/** Says how far the relay of a hub has read what arrives: by partition, since each is written by one process in its own order. */

export interface ArrivalPlace {
  seq: number
  /** Tells the entry from another one that got its number after PostgreSQL was set back to a backup. */
  token: string
}

/** A partition that is not named was read from its beginning. */
export type ArrivalPosition = Readonly<Record<string, ArrivalPlace>>
