/** The parameters that every format of an export receives. */
import type { Conversation } from '../contract/conversation.ts'
import type { MediaOf } from './media.ts'
import type { Moments } from './moments.ts'
import type { Period } from './period.ts'
import type { Messages } from './read-messages.ts'

export interface Job {
  history: Messages
  conversations: readonly Conversation[]
  period: Period
  moments: Moments
  nowMs: number
  /** Undefined when files should only be named. */
  media: MediaOf | undefined
  /** Called after each further `count` messages of a conversation. */
  onMessages(count: number, of: Conversation): void
}
