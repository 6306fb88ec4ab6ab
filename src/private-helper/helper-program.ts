/** Declares what a private helper is asked for, and how a program that is one answers. */
import type { ErrorCode } from '../contract/errors.ts'
import { ServiceError } from '../domain/service-error.ts'
import type { Change } from '../messages-window/change.ts'

export type HelperAbility = 'send_tapbacks' | 'send_edits' | 'send_unsends' | 'typing' | 'read_receipts'

/** Chats and messages by their GUIDs in chat.db. There is none for sending a message. */
export type HelperRequest =
  | (Change & { chatGuid: string; messageGuid: string })
  | { kind: 'typing'; chatGuid: string; on: boolean }
  | { kind: 'read'; chatGuid: string }

export interface HelperStatus {
  version: string | null
  /** Its present abilities. */
  abilities: readonly HelperAbility[]
  /** Why it cannot do everything; null where its private API works. */
  trouble: string | null
}

/** A program of the owner, by one of the protocols that such programs speak. */
export interface HelperProgram {
  name: 'BlueBubbles' | 'imsg'
  /** Throws `helper_unavailable`. */
  status(): Promise<HelperStatus>
  /**
   * Resolves once the program says that it has done it. Throws `helper_unavailable` where it was not asked,
   * `helper_refused` where it says no, and `send_uncertain` where it says nothing in time.
   */
  ask(request: HelperRequest): Promise<void>
}

export const allAbilities: readonly HelperAbility[] = [
  'send_tapbacks',
  'send_edits',
  'send_unsends',
  'typing',
  'read_receipts',
]

type HelperCode = Extract<ErrorCode, 'helper_unavailable' | 'helper_refused' | 'send_uncertain' | 'unsupported'>

/** `reason` is a whole sentence; it goes to whoever asked, and never into a log. */
export const helperError = (code: HelperCode, reason: string): ServiceError =>
  new ServiceError(code, reason, { reason })

const longestReason = 300

/** Returns the words of another program as one harmless line. */
export function quoted(said: unknown): string {
  const line = String(said)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
  const cut = line.length > longestReason ? `${line.slice(0, longestReason).toWellFormed()} …` : line
  return cut === '' ? 'no reason' : `“${cut}”`
}

/** The six reactions that every version of Messages knows, by the names that both protocols use. */
const reactionNames = new Map([
  ['❤', 'love'],
  ['👍', 'like'],
  ['👎', 'dislike'],
  ['😂', 'laugh'],
  ['‼', 'emphasize'],
  ['❓', 'question'],
])

/** Returns undefined for any other emoji. */
export const reactionName = (emoji: string): string | undefined => reactionNames.get(emoji.replaceAll('\u{fe0f}', ''))
