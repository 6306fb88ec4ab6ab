/**
 * Names the advisory locks of the hub in PostgreSQL. The numbers have no meaning, but each must have only one, and a number
 * on its own is another lock than the same number with a second one.
 */
export const locks = {
  migrating: 7_232_001,
  /** With the number of a partition: its reader holds it. */
  partition: 7_232_002,
  /** With 0: the relay holds it. */
  relay: 7_232_003,
  changingAlerts: 7_232_004,
  /** With a part of an idempotency key: whoever accepts a send under that key holds it. */
  sendKey: 7_232_005,
  /** Held while rows get their numbers. It is part of a migration, so it never changes. */
  numberingRows: 7_261_033,
}
