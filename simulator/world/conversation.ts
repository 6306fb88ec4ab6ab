// A conversation as a world plans it: who is in it, how they are reached, and how it ends.

import type { ChatSettings } from '../messages/chats.ts'
import type { Service } from '../messages/writer.ts'
import type { Person } from './people.ts'

export interface Conversation {
  kind: 'direct' | 'group' | 'self' | 'business' | 'spam'
  people: readonly Person[]
  /** The share of all messages that are written here. */
  weight: number
  groupName?: string
  /** The sender of one-time codes and parcel notices. */
  shortCode?: string
  /** The address of the other person here, if it is not the usual one. */
  address?: string
  service?: Service
  settings?: ChatSettings
  /** Whether the last day has not been read. */
  isUnread?: boolean
  /** Deleted at the end, deleted and begun again, or never begun. */
  fate?: 'deleted' | 'revived' | 'empty'
}
