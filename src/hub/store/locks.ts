/**
 * Names the advisory locks of the hub in PostgreSQL. The numbers have no meaning, but each must have only one, and a number
 * on its own is another lock than the same number with a second one.
 */
export const locks = {
  migrating: 7_232_001,
  /** Held, with the number of a partition, by its reader. */
  partition: 7_232_002,
  /** Held, with 0, by the relay. */
  relay: 7_232_003,
  changingAlerts: 7_232_004,
  /** Held, with a part of an idempotency key, by whoever accepts a send under that key. */
  sendKey: 7_232_005,
  /** Held while rows get their numbers. It is part of a migration, so it never changes. */
  numberingRows: 7_261_033,
}
