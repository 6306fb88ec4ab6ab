/** Decides until when a send may be handed over: one that waits for its owner longer than one that does not. */
import { heldHours } from '../../contract/outbox.ts'

/** A send that nobody holds back is handed over within this time or not at all. */
export const expiresAfterMs = 5 * 60_000
export const heldMs = heldHours * 3_600_000

interface Terms {
  createdAtMs: number
  /** Whether its owner has to release it. */
  isHeld: boolean
  /** The time that the requester chose; undefined for the usual one. */
  expiresAtMs: number | undefined
}

export const expiryOf = ({ createdAtMs, isHeld, expiresAtMs }: Terms, usualMs = expiresAfterMs): number =>
  isHeld ? createdAtMs + heldMs : (expiresAtMs ?? createdAtMs + usualMs)
