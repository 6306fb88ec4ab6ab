/** What every format of an export is given. */
import type { Conversation } from '../contract/conversation.ts'
import type { ReadHistory } from './chosen-conversations.ts'
import type { MediaOf } from './media.ts'
import type { Moments } from './moments.ts'
import type { Period } from './period.ts'

export interface Job {
  history: ReadHistory
  conversations: readonly Conversation[]
  period: Period
  moments: Moments
  nowMs: number
  /** Undefined where files are to be named alone. */
  media: MediaOf | undefined
  /** After so many more messages of a conversation. */
  onMessages(count: number, of: Conversation): void
}
