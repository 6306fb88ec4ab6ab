/** What was written here and is on its way: shown at once, and followed until its row is there. */
import type { SendState } from '../../src/contract/send.ts'

export interface PendingSend {
  /** Goes along as the `Idempotency-Key`. */
  clientId: string
  /** Of the conversation. */
  guid: string
  text: string
  file: { name: string; size: number; type: string; url: string | null } | null
  /** `waiting`: this browser is offline, or another one goes first. */
  state: SendState | 'waiting' | 'sending'
  /** What went wrong and what to do, in the service's words. */
  problem: string | null
  createdAt: string
  /** Once it has landed; a message with this ROWID takes its place. */
  rowid: number | null
}
