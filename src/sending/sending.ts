/** Declares the interface of this room as types. Both processes open it over the same files. */
import type { Send, SendService, SendState } from '../contract/send.ts'

export interface UploadedFile {
  /** Below the folder of uploads; sending takes care of the file from here on. */
  path: string
  /** The file name that the sender gave. */
  name: string
  sha256: string
}

export interface SendOrder {
  to: { handle: string; service?: SendService } | { guid: string }
  text?: string
  file?: UploadedFile
  /** The requester: `owner`, `key:<id>`, `rule:<id>`, `plugin:<name>`. */
  by: string
  idempotencyKey?: string
  isConfirmed?: boolean
  /** Unix milliseconds; the send is not handed over after this. Five minutes from now by default. */
  expiresAtMs?: number
}

export interface SendHealth {
  waiting: number
  oldestWaitsS: number | null
}

export interface Sending {
  /**
   * Resolves once the message has landed or failed, or in its current state after `send.confirm_timeout_s`. Throws when
   * the order cannot be accepted: `invalid_request`, `conversation_not_found`, `rate_limited`, `messages_…` and the
   * like.
   */
  send(order: SendOrder): Promise<Send>
  get(id: string): Send | undefined
  list(asked: { limit: number; state?: SendState; key?: { by: string; idempotencyKey: string } }): Send[]
  /** Cancels the send if nothing was handed over yet; otherwise it continues. Undefined for an unknown id. */
  cancel(id: string): Send | undefined
  health(): SendHealth
  /** Null when messages can be sent, otherwise the reason why not. */
  trouble(): string | null
  /** Lets the running script finish; queued sends go out after the next start, unless they expire. */
  stop(): Promise<void>
}
