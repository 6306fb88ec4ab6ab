/** The interface of the send ledger (echo_log.db): its operations and their types. */
import type { ErrorCode } from '../../contract/errors.ts'
import type { ChatGuid, ConversationKey, Handle, MessageGuid, RowId } from '../../contract/ids.ts'
import type { HeldSend } from '../../contract/outbox.ts'
import type { Scheduled, Send, SendService, SendState } from '../../contract/send.ts'
import type { RowStatus } from '../decisions/row-status.ts'

export type PartOrder =
  | { kind: 'text'; text: string }
  /** `path` of the uploaded file, `name` as the recipient sees it, and `sha256` in hex. */
  | { kind: 'file'; path: string; name: string; sha256: string }

export interface Order {
  /**
   * The requester: `owner`, `key:<id>`, `rule:<id>` or `plugin:<name>`. Idempotency keys of different requesters never
   * match.
   */
  by: string
  idempotencyKey: string | null
  /** The requester has confirmed that the same text should go to many people. */
  isConfirmed: boolean
  conversation: ConversationKey
  handle: string
  chatGuid: ChatGuid | null
  /** Null lets Messages choose. */
  service: SendService | null
  /** One part for a text or a file, two for a file followed by a text. */
  parts: readonly [PartOrder, PartOrder?]
  createdAtMs: number
  /** Unix milliseconds after which the order is not handed over; of a scheduled one counted from its release. */
  expiresAtMs: number
  /** Unix milliseconds at which it is to be sent; at once when absent. */
  sendAtMs?: number
  /** Set when the owner has to release it first; `expiresAtMs` then is when it stops waiting. */
  asks?: { label: string; reason: string | null }
  /** The most sends for which the requester may ask in an hour. */
  perHour?: number
}

/** The owner's decision to send: exactly what had this version, or a text of the owner's own in its place. */
export interface HeldRelease {
  version: string
  text?: string
  nowMs: number
  perMinute: number
  /** The released send expires after this time. */
  expiresAfterMs: number
}

/** A held send without what only Contacts knows. */
export type Held = Omit<HeldSend, 'name'>

export interface Limits {
  perMinute: number
  sameTextPeople: number
}

/** The changes of a scheduled send. */
export interface ScheduledChange {
  text?: string
  sendAtMs?: number
  isConfirmed: boolean
}

/** Under which conditions scheduled sends are released, in milliseconds. */
export interface Release {
  nowMs: number
  perMinute: number
  /** A send whose time passed this long ago without anybody noticing is not released. */
  missedAfterMs: number
  /** A released send expires after this time. */
  expiresAfterMs: number
}

/** One part that is ready to be handed over. */
export interface Job {
  send: string
  part: number
  content: { text: string } | { path: string; name: string }
  conversation: ConversationKey
  handle: string
  chatGuid: ChatGuid | null
  /** The service to use; `SMS` when iMessage could not reach the recipient. */
  service: SendService | null
  /** True for the last part of its send. */
  isLast: boolean
}

/** Id of one run of a script. A part may have several; all but the last are known not to have been sent. */
export type HandoverId = number & { readonly handover: unique symbol }

export interface NewHandover {
  send: string
  part: number
  /** The service, where the route determines it. */
  service: SendService | null
  /** The highest ROWID of Messages before the handover; our row comes after it. */
  afterRowid: RowId
  atMs: number
}

/** The end of a run. Only `not_sent` may be tried again. */
export type HandoverEnd =
  | { is: 'handed_over' }
  | { is: 'not_sent'; code: ErrorCode; number: number | null }
  | { is: 'uncertain'; number: number | null }

/** A handover whose row is looked for or watched. */
export interface FollowedHandover {
  id: HandoverId
  send: string
  part: number
  kind: 'text' | 'file'
  conversation: ConversationKey
  handle: string
  service: SendService | null
  afterRowid: RowId
  atMs: number
  /** Null while the script runs, or when its process died with the sender. */
  endedAtMs: number | null
  /** `rowid` and `guid` are both null until the message has landed. */
  rowid: RowId | null
  guid: MessageGuid | null
  /** The last state of the row in Messages. */
  status: RowStatus | null
  /** When `status.state` became `failed`. */
  failedAtMs: number | null
  /**
   * True when no particular service was requested, this part was not yet sent as SMS, and its content is still kept.
   */
  mayFallBack: boolean
  /** Same as in `Order`. */
  expiresAtMs: number
}

/** A row of Messages that may be one of ours. */
export interface PossibleEcho {
  conversation: ConversationKey
  /** The recipient of a row that the owner sent to one person; it may lie in a chat of another address of theirs. */
  handle?: Handle | null
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
   * The id of the ledger. It is new after the ledger was created anew or restored, and may know no earlier idempotency
   * keys.
   */
  id(): string
  /**
   * Accepts an order into the queue, or returns the send that the same idempotency key made before. Throws
   * `rate_limited` and `queue_full` (both with `retry_after_s`), `confirmation_needed` and `idempotency_mismatch`.
   */
  accept(order: Order, limits: Limits): { send: Send; isNew: boolean }
  findSend(id: string): Send | undefined
  /** Returns the newest first. */
  list(asked: {
    limit: number
    state?: SendState
    by?: string
    key?: Pick<Order, 'by'> & { idempotencyKey: string }
  }): Send[]
  /** Counts the queued sends, and tells since when the oldest has been waiting. */
  queue(): { length: number; oldestMs: number | null }

  /** Returns scheduled sends and those that missed their time, the earliest first. */
  listScheduled(limit: number): Scheduled[]
  findScheduled(id: string): Scheduled | undefined
  /**
   * Changes a scheduled send. Returns false when it is not scheduled (any more). Throws `invalid_request` and
   * `confirmation_needed`.
   */
  changeScheduled(id: string, change: ScheduledChange, at: { nowMs: number; sameTextPeople: number }): boolean
  /** When the next scheduled send is due; a time in the past while one waits for its release. */
  nextDueMs(): number | undefined
  /** Queues what is due, in its order and within the limits, and marks what missed its time. */
  releaseDue(release: Release): { released: number; missed: number }

  /** Returns the sends that wait for their owner, the oldest first. */
  listHeld(limit: number, nowMs: number): Held[]
  findHeld(id: string, nowMs: number): Held | undefined
  /**
   * Queues or schedules a held send. Throws `not_held` when it does not wait (any more), `conflict` for another version,
   * `rate_limited`, `queue_full` and `schedule_full`.
   */
  releaseHeld(id: string, release: HeldRelease): void
  /** Fails a held send. Throws `not_held`. */
  refuseHeld(id: string, nowMs: number): void
  /** The requester of a send; undefined for an unknown id, and for sends recorded before requesters were. */
  requesterOf(id: string): string | undefined

  /**
   * Returns the next part to hand over: fallbacks first, then the oldest. Gives up what has expired. Returns undefined
   * when nothing is ready.
   */
  nextJob(nowMs: number): Job | undefined
  /** Returns the script whose end nobody has seen, because its sender was killed. */
  findOrphan(): { id: HandoverId; pid: number | null; atMs: number } | undefined
  /**
   * Records a handover before its script is started, so that a crash afterwards leaves a trace. Returns undefined when
   * the part is not (or no longer) ready: another process handed it over, it was sent after all, or it has expired. In
   * that case no script may be started.
   */
  recordHandover(handover: NewHandover): HandoverId | undefined
  recordStart(id: HandoverId, pid: number): void
  /** Records the end of a run. With `isFinal` no other way is tried, so a `not_sent` fails the send. */
  recordEnd(id: HandoverId, end: HandoverEnd, at: { nowMs: number; isFinal: boolean }): void
  /** Records that a part cannot even be started: the send fails, and nothing more of it is handed over. */
  failSend(send: string, failure: { code: ErrorCode; number: number | null; nowMs: number }): void
  /** Drops every part of a send when nothing of it was handed over; does nothing otherwise. */
  cancel(send: string, nowMs: number): void
  /** Records that the script's process died with the sender; whether the message was sent is found out from chat.db. */
  recordAbandoned(id: HandoverId, nowMs: number): void

  /** Returns handovers whose row is looked for and those whose row may still change, oldest first. */
  listFollowed(nowMs: number): FollowedHandover[]
  /**
   * Returns whether this row is ours; if it is, its send has landed. The result for the same guid is always the same.
   */
  claim(row: PossibleEcho, nowMs: number): boolean
  /** Records that a ghost row of Messages belongs to this handover, which therefore failed. */
  recordGhost(id: HandoverId, row: { guid: MessageGuid; rowid: RowId }, nowMs: number): void
  /** Records what Messages says about the row of a handover. Does nothing when it says nothing new. */
  recordStatus(id: HandoverId, status: RowStatus, nowMs: number): void
  /** Records that no row was found in time. A row that appears later is still claimed. */
  giveUp(id: HandoverId, nowMs: number): void
  /**
   * Queues this part once more, as SMS. Does nothing when that was done before, or when the first one was sent after
   * all.
   */
  fallBack(id: HandoverId, nowMs: number): void

  /**
   * Used on the ledger of a restored backup: nothing that was pending in it is sent. Returns how many sends become
   * uncertain, and how many scheduled ones wait for a decision.
   */
  letGoAfterRestore(nowMs: number): { uncertain: number; missed: number }

  /** Paths of uploaded files that may still be needed. */
  filesInUse(): Set<string>
  /** Returns sends that changed after a revision, in the order of their changes. */
  changedSince(revision: number, limit: number): { revision: number; send: Send }[]
  /** The last revision assigned, or 0 before the first. */
  revision(): number
  close(): void
}
