// What it takes to let a world's people write.

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
  /** how many rows the message table is to have */
  count: number
  chats: number
  nowMs: number
  /** done when all is written and Messages' triggers are there, which deleting goes by */
  lastDeeds: LastDeed[]
}

export type LastDeed = (messages: Messages) => unknown
