/** The messages that the web process and its two search threads exchange. */
import type { SearchStatus } from '../contract/search.ts'
import type { ConversationNames } from '../mac/conversation-names.ts'
import type { CountAsked, ShownCounts } from '../mac/history/shown-counts.ts'
import type { LastWrite } from '../mac/last-write.ts'
import type { FoundDocument, Party } from '../store/search-index/reader.ts'

export type IndexStatus = SearchStatus & {
  /** True once all older messages are indexed. */
  isComplete: boolean
}

export interface IndexThreadData {
  home: string
  path: string
  pace: Pace
  pollMs: number
  /** The milliseconds without a write to chat.db after which the thread ends, since it takes memory. */
  restAfterMs: number
  /** The time at which an earlier thread had compared all messages; whatever was written since is new. */
  sweptAtMs?: number
}

/** The longest rest between two looks at chat.db, whatever `pollMs` says. */
export const longestPollMs = 60_000

/** The state in which an index thread left the index when it ended for want of work. */
export interface Rest {
  /** The last write to chat.db that the index knows. */
  lastWrite: LastWrite
  sweptAtMs: number
}

export type ToIndexThread = { type: 'damaged' } | { type: 'stop' }
export type FromIndexThread =
  | { type: 'status'; status: IndexStatus }
  | { type: 'warn'; msg: string }
  | ({ type: 'resting' } & Rest)

export interface QueryThreadData {
  home: string
  path: string
}

export interface Directory {
  /** Stays the same as long as the content does. */
  version: number
  parties: Party[]
  conversations: ConversationNames[]
}

/** Each request to the query thread, with its response. */
export interface Questions {
  find: { ask: { expression: string; from: number; below: number; limit: number }; answer: FoundDocument[] }
  /** Undefined when the caller already knows this version. */
  directory: { ask: { known: number | undefined }; answer: Directory | undefined }
  /** Undefined while Messages cannot be read. */
  count: { ask: CountAsked; answer: ShownCounts | undefined }
}
export type QuestionName = keyof Questions

export type ToQueryThread = {
  [Name in QuestionName]: { id: number; name: Name; ask: Questions[Name]['ask'] }
}[QuestionName]
export type FromQueryThread =
  | { id: number; answer: unknown }
  /** `message` is SQLite's name for the kind of failure, since a whole sentence might repeat what was searched for. */
  | { id: number; failure: { message: string; isDamage: boolean } }

/** The amount of indexing in one step, and the interval at which the index is compared with Messages. */
export interface Pace {
  /** ROWIDs that are indexed in one transaction. */
  chunkRows: number
  /** ROWIDs that are compared in one step. */
  sweepRows: number
  /** Changes of messages younger than this are noticed at once. */
  recentMs: number
  /** Pause between two comparisons of all messages. */
  sweepEveryMs: number
}

export const usualPace: Pace = {
  chunkRows: 5_000,
  sweepRows: 2_000,
  recentMs: 60 * 60_000,
  sweepEveryMs: 60 * 60_000,
}
