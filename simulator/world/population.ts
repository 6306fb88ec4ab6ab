// The context for letting a world's people write.

import type { Self } from '../manifest.ts'
import type { Messages } from '../messages/open-messages.ts'
import type { Random } from '../random.ts'
import type { MacosVersion } from '../schema/macos-version.ts'
import type { Person } from './people.ts'

export interface Population {
  messages: Messages
  macos: MacosVersion
  random: Random
  self: Self
  people: readonly Person[]
  /** The number of rows that the message table will have. */
  count: number
  chats: number
  nowMs: number
  /** Actions that run after everything is written and Messages' triggers exist, since deleting relies on these. */
  lastDeeds: LastDeed[]
}

export type LastDeed = (messages: Messages) => unknown
