/** Derives the state of a send from the facts about its parts: the row in Messages wins over what was assumed. */
import type { ErrorCode } from '../../contract/errors.ts'
import type { SendState } from '../../contract/send.ts'

/** The state in chat.db of the row that a handover became. */
export type RowState = Extract<SendState, 'landed' | 'sent' | 'delivered' | 'read' | 'failed'>

/** `number` is Apple's error number, of the script or of the row. */
export interface Failure {
  code: ErrorCode
  number: number | null
}

/** A run of a script that may have sent something. */
export interface HandoverFacts {
  /**
   * Null while the script runs. `abandoned`: its process died unobserved; `ghost`: Messages reported success but sent
   * nothing.
   */
  end: 'handed_over' | 'abandoned' | 'uncertain' | 'ghost' | null
  number: number | null
  /** Null until the row was found. */
  row: { state: RowState; error: number } | null
}

export type PartFacts =
  /** No part of it was handed over yet. */
  | { is: 'waiting' }
  /** It is to be sent as SMS, since iMessage failed. */
  | { is: 'fallback' }
  | { is: 'out'; handover: HandoverFacts }
  /** It is never handed over. */
  | { is: 'dropped'; as: 'failed' | 'uncertain'; failure: Failure }

export interface PartOutcome {
  state: SendState | 'waiting'
  /** Set for `failed` and `uncertain`. */
  failure: Failure | null
}

export interface SendOutcome {
  state: SendState
  failure: Failure | null
}

export function partOutcome(part: PartFacts): PartOutcome {
  if (part.is === 'waiting') return { state: 'waiting', failure: null }
  if (part.is === 'fallback') return { state: 'queued', failure: null }
  if (part.is === 'dropped') return { state: part.as, failure: part.failure }
  return handoverOutcome(part.handover)
}

function handoverOutcome({ end, number, row }: HandoverFacts): PartOutcome {
  if (end === 'ghost') return { state: 'failed', failure: { code: 'ghost_row', number: null } }
  if (row !== null) return { state: row.state, failure: row.state === 'failed' ? rowFailure(row.error) : null }
  if (end === 'uncertain') return { state: 'uncertain', failure: { code: 'send_uncertain', number } }
  return { state: 'handed_over', failure: null }
}

/** Translates `message.error` of a row. */
function rowFailure(error: number): Failure {
  const code = codesOfRows[error] ?? 'send_failed'
  return { code, number: error > 0 ? error : null }
}

/** A row with this error was certainly not sent: no user of the service has that address. */
export const unreachableError = 22
/** A row with this error has a file that Messages could not read. */
export const unreadableFileError = 25
/** Ours: Messages calls it no error that a row only holds the place of its file. */
export const missingFileError = -1
const codesOfRows: Readonly<Record<number, ErrorCode>> = {
  [unreachableError]: 'recipient_unreachable',
  [unreadableFileError]: 'file_unreadable',
  [missingFileError]: 'file_unreadable',
}

export function sendOutcome(parts: readonly PartOutcome[]): SendOutcome {
  const stuck = parts.find(({ state }) => state === 'failed') ?? parts.find(({ state }) => state === 'uncertain')
  if (stuck !== undefined) return { state: stuck.state as SendState, failure: stuck.failure }
  const isBegun = parts.some(({ state }) => state !== 'waiting')
  const states = parts.map(({ state }) => (state === 'waiting' ? (isBegun ? 'handed_over' : 'queued') : state))
  return { state: states.reduce((least, state) => (stepOf(state) < stepOf(least) ? state : least)), failure: null }
}

/**
 * The reason for which a send is kept back: its time has not come, the limit of messages in a minute is reached, or it
 * missed its time.
 */
export type Hold = 'scheduled' | 'due' | 'missed'

export const heldOutcome = (hold: Hold | null): SendOutcome => ({
  state: hold === 'scheduled' || hold === 'missed' ? hold : 'queued',
  failure: null,
})

/** A send that waits for its owner. */
export const askingOutcome: SendOutcome = { state: 'held', failure: null }

const road: readonly SendState[] = ['queued', 'handed_over', 'landed', 'sent', 'delivered', 'read']
const stepOf = (state: SendState): number => road.indexOf(state)

/**
 * Whether a snapshot of a row is newer. One of two processes may have read the row earlier, so states never go back.
 */
export function isNewer(before: RowState, after: RowState): boolean {
  return before === 'failed' || after === 'failed' || stepOf(after) >= stepOf(before)
}
