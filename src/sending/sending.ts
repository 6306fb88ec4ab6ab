/** Declares the interface of this room as types. Both processes open it over the same files. */
import type { Scheduled, Send, SendService, SendState } from '../contract/send.ts'

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
  /** Unix milliseconds at which it is to be sent; at once when absent. */
  sendAtMs?: number
}

/** What becomes different about a scheduled send. */
export interface ScheduledChange {
  text?: string
  sendAtMs?: number
  isConfirmed: boolean
}

export interface SendHealth {
  waiting: number
  oldestWaitsS: number | null
}

export interface Sending {
  /**
   * Resolves once the message has landed or failed, or in its current state after `send.confirm_timeout_s`. Throws when
   * the order cannot be accepted: `invalid_request`, `conversation_not_found`, `rate_limited`, `messages_…` and the
   * like. A scheduled message resolves at once.
   */
  send(order: SendOrder): Promise<Send>
  get(id: string): Send | undefined
  list(asked: { limit: number; state?: SendState; key?: { by: string; idempotencyKey: string } }): Send[]
  /** Cancels the send if nothing was handed over yet; otherwise it continues. Undefined for an unknown id. */
  cancel(id: string): Send | undefined
  /** Returns scheduled messages and those that missed their time, the earliest first. */
  listScheduled(limit: number): Scheduled[]
  /**
   * Changes a scheduled message; a time that has come sends it. Returns false when it is not scheduled (any more).
   * Throws `invalid_request` and `confirmation_needed`.
   */
  changeScheduled(id: string, change: ScheduledChange): boolean
  findScheduled(id: string): Scheduled | undefined
  health(): SendHealth
  /** Null when messages can be sent, otherwise the reason why not. */
  trouble(): string | null
  /** Lets the running script finish; queued sends go out after the next start, unless they expire. */
  stop(): Promise<void>
}
