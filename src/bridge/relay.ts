/** Decides the outcome of one row of Messages, by the steps of the specification in their order. */
import type { Handle } from '../contract/ids.ts'
import { type Missing, missingFrom } from '../domain/completeness.ts'
import { type LaneClock, laneOf } from '../domain/lane.ts'
import type { RelayMessage } from '../domain/message.ts'
import type { SkipReason } from '../domain/relay-outcomes.ts'
import type { Chat, Row } from '../domain/row.ts'
import { isSelfChat, outOfScope, type ScopeSettings } from '../domain/scope.ts'

/** A row that belongs to a chat. */
export type ChatRow = Row & { chat: Chat }

export type Outcome =
  | { waits: Missing | 'turn' }
  | { skipped: SkipReason }
  | { history: true }
  | { relayed: RelayMessage }

export interface RelayDeps {
  scope: ScopeSettings
  lane: LaneClock
  /** Whether this row may keep waiting for its missing part. */
  mayWait(row: Row): boolean
  /** Returns the chat for a row that Messages never joined to one. */
  chatOfOrphan(handle: Handle): Chat
  /** Whether this message was ingested before, under this GUID or another. */
  isRepeat(row: ChatRow, isSelf: boolean): boolean
  nameOf(handle: Handle): string | undefined
  sentByUs(row: ChatRow, isSelf: boolean): boolean
  toMessage(row: ChatRow, sender: string): RelayMessage
}

export function relay(read: Row, deps: RelayDeps): Outcome {
  const missing = missingFrom(read)
  if (missing !== undefined && deps.mayWait(read)) return { waits: missing }
  const row = inChat(read, deps)
  if (row === undefined) return { skipped: read.isDeleted ? 'deleted' : 'no_chat' }
  if (row.kind !== 'text' && row.kind !== 'app') return { skipped: row.kind }
  if (row.isEmptied) return { skipped: 'unsent' }

  const isSelf = isSelfChat(row.chat, deps.scope.selfHandles)
  if (deps.isRepeat(row, isSelf)) return { skipped: 'repeat' }
  if (laneOf(row.sentAtMs, deps.lane) === 'history') return { history: true }

  const outside = outOfScope(row, deps.scope, (handle) => deps.nameOf(handle) !== undefined)
  if (outside !== undefined) return { skipped: outside }
  const sender = row.handle === null ? undefined : deps.nameOf(row.handle)
  if (deps.sentByUs(row, isSelf)) return { skipped: 'echo' }
  return { relayed: deps.toMessage(row, sender ?? row.handle ?? row.chat.identifier) }
}

/**
 * A row without a chat is still a message of its sender, unless it was moved to Recently Deleted, has no sender, or is
 * the user's own.
 */
export function inChat(row: Row, { chatOfOrphan }: Pick<RelayDeps, 'chatOfOrphan'>): ChatRow | undefined {
  if (row.chat !== undefined) return { ...row, chat: row.chat }
  if (row.isDeleted || row.handle === null || row.isFromMe) return undefined
  return { ...row, chat: chatOfOrphan(row.handle) }
}
