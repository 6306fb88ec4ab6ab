/** What sending can be asked: the door of this room, as types. Both processes open it over the same files. */
import type { Send, SendService, SendState } from '../contract/send.ts'

export interface UploadedFile {
  /** Below the folder of uploads; sending takes care of it from here on. */
  path: string
  /** As the sender calls it. */
  name: string
  sha256: string
}

export interface SendOrder {
  to: { handle: string; service?: SendService } | { guid: string }
  text?: string
  file?: UploadedFile
  /** Who asks: `owner`, `key:<id>`, `rule:<id>`, `plugin:<name>`. */
  by: string
  idempotencyKey?: string
  isConfirmed?: boolean
  /** Unix milliseconds; not handed over after it. Five minutes from now by default. */
  expiresAtMs?: number
}

export interface SendHealth {
  waiting: number
  oldestWaitsS: number | null
}

export interface Sending {
  /**
   * Resolves once the message has landed or failed, or as it stands after `send.confirm_timeout_s`. Throws what keeps it
   * from being taken in at all: `invalid_request`, `conversation_not_found`, `rate_limited`, `messages_…` and their like.
   */
  send(order: SendOrder): Promise<Send>
  get(id: string): Send | undefined
  list(asked: { limit: number; state?: SendState; key?: { by: string; idempotencyKey: string } }): Send[]
  /** Nothing is handed over any more if nothing was yet; otherwise the send goes on. Undefined for what is not known. */
  cancel(id: string): Send | undefined
  health(): SendHealth
  /** Null when messages can be sent, else why not. */
  trouble(): string | null
  /** Finishes the script that runs; what waits goes out after the next start, unless it expires. */
  stop(): Promise<void>
}
