/** Declares the interface of this room as types. Both processes open it over the same files. */
import type { HeldSend } from '../contract/outbox.ts'
import type { Scheduled, Send, SendService, SendState } from '../contract/send.ts'
import type { GrantedRecipient, Reach } from '../domain/grant/recipients.ts'

export interface UploadedFile {
  /** Below the folder of uploads; sending takes care of the file from here on. */
  path: string
  /** The file name that the sender gave. */
  name: string
  sha256: string
}

export interface SendOrder {
  to: { handle: string; service?: SendService } | { guid: string }
  /** The line by which it is to leave; only a hub has several. */
  from?: string
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
  permit?: SendPermit
  /** Set when the owner has to release it, whatever a permit says; of whom, and why. */
  asks?: { label: string; reason: string | null }
}

/** The limits of an API key's grant on its sends; absent for senders whom nothing limits. */
export interface SendPermit {
  /** The key's label, as the owner knows it. */
  label: string
  /** The program's reason; shown to the owner if it has to ask. */
  reason: string | null
  maySend: boolean
  perHour: number | null
  /** Whether it may send as that line of a hub. */
  maySendAs(line: string): boolean
  /** Whether the hours of the day at which it may send contain this moment. */
  isOpenAt(ms: number): boolean
  reach(recipient: GrantedRecipient): Reach
}

/** A held send; a hub, which knows no Contacts, also says who its recipient is. */
export type ShownHeld = Omit<HeldSend, 'name'> & { recipient?: HeldRecipient | undefined }

interface HeldRecipient {
  /** The name in Contacts. Without one it may be an address, or contain the name of a member. */
  name: string | null
  isGroup: boolean
  /** The addresses of the person, or of the members of the group. */
  addresses: readonly string[]
}

/** The changes of a scheduled send. */
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
  list(asked: { limit: number; state?: SendState; by?: string; key?: { by: string; idempotencyKey: string } }): Send[]
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
  /** Returns the sends that wait for their owner, the oldest first. */
  listHeld(limit: number): ShownHeld[]
  findHeld(id: string): ShownHeld | undefined
  /**
   * Sends what was shown under this version, or the owner's text in its place. Throws `send_not_found`, `not_held`,
   * `conflict`, `invalid_request`, `rate_limited` and `schedule_full`. Whoever calls this has made sure that a person
   * who may decide has decided.
   */
  releaseHeld(id: string, release: { version: string; text?: string }): void
  /** Throws `send_not_found` and `not_held`. */
  refuseHeld(id: string): void
  /** Returns the requester of a send: `owner`, `key:<id>`, `rule:<id>` or `plugin:<name>`. */
  requesterOf(id: string): string | undefined
  /** The id of the ledger, in which idempotency keys are known. */
  ledgerId(): string
  health(): SendHealth
  /** Null when messages can be sent, otherwise the reason why not. */
  trouble(): string | null
  /** Lets the running script finish; queued sends go out after the next start, unless they expire. */
  stop(): Promise<void>
}
