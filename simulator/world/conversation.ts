// A conversation as a world plans it: who is in it, how they are reached, and what becomes of it.

import type { ChatSettings } from '../messages/chats.ts'
import type { Service } from '../messages/writer.ts'
import type { Person } from './people.ts'

export interface Conversation {
  kind: 'direct' | 'group' | 'self' | 'business' | 'spam'
  people: readonly Person[]
  /** how much of all the talk is here */
  weight: number
  groupName?: string
  /** the sender of one-time codes and parcels */
  shortCode?: string
  /** where the other is reached here, if not as usual */
  address?: string
  service?: Service
  settings?: ChatSettings
  /** the last day has not been read */
  isUnread?: boolean
  /** deleted in the end; deleted and begun anew; never begun */
  fate?: 'deleted' | 'revived' | 'empty'
}
