/** What the ledger of sends (echo_log.db) can be asked and told: the door of this folder, as types. */
import type { ErrorCode } from '../../contract/errors.ts'
import type { ChatGuid, ConversationKey, MessageGuid, RowId } from '../../contract/ids.ts'
import type { Send, SendService, SendState } from '../../contract/send.ts'
import type { RowState } from '../../domain/sending/send-state.ts'

export type PartOrder =
  | { kind: 'text'; text: string }
  /** `path` of the uploaded file, `name` as the recipient sees it, `sha256` in hex. */
  | { kind: 'file'; path: string; name: string; sha256: string }

export interface Order {
  /** Who asks: `owner`, `key:<id>`, `rule:<id>`, `plugin:<name>`. Idempotency keys of one are nothing to another. */
  by: string
  idempotencyKey: string | null
  /** That the same text is meant to go to many people. */
  isConfirmed: boolean
  conversation: ConversationKey
  handle: string
  chatGuid: ChatGuid | null
  /** Null: as Messages sees fit. */
  service: SendService | null
  /** One for a text or a file, two for a file with a text after it. */
  parts: readonly [PartOrder, PartOrder?]
  createdAtMs: number
  /** Not handed over after this moment. */
  expiresAtMs: number
}

export interface Limits {
  perMinute: number
  sameTextPeople: number
}

/** One part that has its turn. */
export interface Job {
  send: string
  part: number
  content: { text: string } | { path: string; name: string }
  conversation: ConversationKey
  handle: string
  chatGuid: ChatGuid | null
  /** `SMS` when iMessage could not reach the recipient. */
  service: SendService | null
  /** The last part of its send. */
  isLast: boolean
}

/** One run of a script: of a part there may be several, of which all but the last are known not to have gone. */
export type HandoverId = number & { readonly handover: unique symbol }

export interface NewHandover {
  send: string
  part: number
  /** By which service, where the route says so. */
  service: SendService | null
  /** The highest ROWID of Messages before: what is ours comes after it. */
  afterRowid: RowId
  atMs: number
}

/** How a run ended. Only `not_sent` may be tried again. */
export type HandoverEnd =
  | { is: 'handed_over' }
  | { is: 'not_sent'; code: ErrorCode; number: number | null }
  | { is: 'uncertain'; number: number | null }

/** What chat.db says of the row that a handover became. */
export interface RowLook {
  state: RowState
  /** `message.error`, 0 for none. */
  error: number
  service: string
  chatGuid: ChatGuid | null
}

/** A handover whose row is looked for or watched. */
export interface Followed {
  id: HandoverId
  send: string
  part: number
  kind: 'text' | 'file'
  conversation: ConversationKey
  handle: string
  service: SendService | null
  afterRowid: RowId
  atMs: number
  /** Null while the script runs, or when its process died with it. */
  endedAtMs: number | null
  /** Both null until it landed. */
  rowid: RowId | null
  guid: MessageGuid | null
  /** As last told. */
  look: RowLook | null
  /** When `look.state` became `failed`. */
  failedAtMs: number | null
  /** The send was asked for by no particular service, this part was not sent as SMS yet, and its content is still there. */
  mayFallBack: boolean
  /** See `Order`. */
  expiresAtMs: number
}

/** A row of Messages that may be one of ours. */
export interface PossibleEcho {
  conversation: ConversationKey
  guid: MessageGuid
  rowid: RowId
  text: string | null
  hasAttachments: boolean
  sentAtMs: number
  isFromMe: boolean
  /** In a conversation with oneself each message appears twice: once as sent, once as received. */
  isSelfChat: boolean
}

export interface SendLedger {
  /**
   * Takes an order into the queue, or gives the send that the same idempotency key made before. Throws `rate_limited`,
   * `queue_full` (both with `retry_after_s`), `confirmation_needed`, `idempotency_mismatch`.
   */
  accept(order: Order, limits: Limits): { send: Send; isNew: boolean }
  send(id: string): Send | undefined
  /** Newest first. */
  list(asked: { limit: number; state?: SendState; key?: Pick<Order, 'by'> & { idempotencyKey: string } }): Send[]
  /** How many wait for their turn, and since when the oldest does. */
  queue(): { length: number; oldestMs: number | null }

  /** What has its turn: fallbacks first, then the oldest. Gives up what has expired. Undefined when nothing waits. */
  next(nowMs: number): Job | undefined
  /** The process of a script that nobody has seen end: that of a sender that was killed. */
  orphan(): { id: HandoverId; pid: number | null; atMs: number } | undefined
  /**
   * Before the script is started, so that a crash after it leaves a trace. Undefined when the part has no turn (any more):
   * another handed it over, it went after all, or it has expired. Then no script may be started.
   */
  handOver(handover: NewHandover): HandoverId | undefined
  started(id: HandoverId, pid: number): void
  /** `isFinal`: no other way is tried, so a `not_sent` fails the send. */
  ended(id: HandoverId, end: HandoverEnd, at: { nowMs: number; isFinal: boolean }): void
  /** A part that cannot even be begun: the send fails, and nothing more of it is handed over. */
  failed(send: string, failure: { code: ErrorCode; number: number | null; nowMs: number }): void
  /** Drops all of a send of which nothing was handed over; does nothing to any other. */
  cancel(send: string, nowMs: number): void
  /** The script's process died with the sender: whether the message went is for chat.db to say. */
  abandoned(id: HandoverId, nowMs: number): void

  /** Those whose row is looked for, and those whose row may still change; the oldest first. */
  following(nowMs: number): Followed[]
  /** Whether this row is ours; if so, it has landed. The same answer for the same guid, however often it is asked. */
  claim(row: PossibleEcho, nowMs: number): boolean
  /** A ghost row of Messages is this handover's: it failed. */
  ghost(id: HandoverId, row: { guid: MessageGuid; rowid: RowId }, nowMs: number): void
  looked(id: HandoverId, look: RowLook, nowMs: number): void
  /** Nothing was found in time. A row that comes later is still claimed. */
  givenUp(id: HandoverId, nowMs: number): void
  /** Sends this part once more, as SMS. Does nothing when that was done, or the first one went after all. */
  fallBack(id: HandoverId, nowMs: number): void

  /** Of a ledger out of a backup: nothing that waited then is sent. Tells how many sends are uncertain for it. */
  letGoAfterRestore(nowMs: number): number

  /** Files of uploads that something may still need. */
  filesInUse(): Set<string>
  /** Sends that changed after a revision, in the order of their changes. */
  changedSince(revision: number, limit: number): { revision: number; send: Send }[]
  /** The last one given out; 0 before the first. */
  revision(): number
  close(): void
}
