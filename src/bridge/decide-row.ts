/**
 * Decides the outcome of one row of Messages, by the steps of the specification in their order, and what the journal
 * records of it.
 */
import type { MessageEvent } from '../contract/events.ts'
import type { ConversationKey, Handle, RowId } from '../contract/ids.ts'
import type { SeenRow } from '../domain/changes.ts'
import { type Missing, missingFrom } from '../domain/completeness.ts'
import { type LaneClock, laneOf } from '../domain/lane.ts'
import type { Chat, RelayMessage, Row } from '../domain/message.ts'
import type { SkipReason } from '../domain/relay-outcomes.ts'
import { isSelfChat, outOfScope, type ScopeSettings } from '../domain/scope.ts'
import { selfTwinText, twinText } from '../domain/twins.ts'
import type { NewRows } from '../mac/message-source.ts'
import type { Rows } from '../mac/rows.ts'
import type { IngestedRow, IngestStore, Recipients } from '../store/journal/ingest-store.ts'
import type { LaneWatch } from './lane-watch.ts'
import type { Remembering } from './old-rows.ts'

/** A row that belongs to a chat. */
export type ChatRow = Row & { chat: Chat }

export type Outcome =
  /** `order`: an earlier row of its conversation is incomplete. */
  { waits: Missing | 'order' } | { skipped: SkipReason } | { history: true } | { relayed: RelayMessage }

export type SettledOutcome = Exclude<Outcome, { waits: unknown }>

/** Holds everything that ingesting reads, asks and writes: one value from the poll down to the decision about a row. */
export interface RelayContext {
  rows: Pick<Rows, 'withRowids' | 'sentSince' | 'withGuid' | 'eldersOf'>
  /** The rows after a ROWID, with their snapshots of the same moment. */
  newRows(afterRowid: RowId, limit: number): NewRows
  /** Returns the chat for a row that Messages never joined to one. */
  chatOfPerson(handle: Handle): Chat
  /** The conversation under which a chat is relayed: one for all addresses of a person. */
  conversationOf(chat: Chat): ConversationKey
  /** Runs reads of chat.db about many rows on one state of it. */
  inOneState<T>(read: () => T): T
  journal: IngestStore
  lanes: LaneWatch
  scope(): ScopeSettings
  /** Returns the name in Contacts. */
  nameOf(handle: Handle): string | undefined
  /** Whether this service sent the row. The row is then claimed, and no other counts as the echo of the same send. */
  isEcho(row: ChatRow, isSelf: boolean): boolean
  recipients(): Recipients
  /** Keeps how rows look that are ingested, for later comparison. */
  remember(snapshots: readonly SeenRow[]): Remembering
}

/** The facts that are the same for all rows of a page. */
export interface PageContext extends Pick<RelayContext, 'chatOfPerson' | 'conversationOf' | 'nameOf' | 'isEcho'> {
  rows: Pick<Rows, 'withGuid'>
  scope: ScopeSettings
  lane: LaneClock
  /** Whether this row may keep waiting for its missing part. */
  mayWait(row: Row): boolean
  /** Whether this message was ingested before, under this GUID or another. */
  isRepeat(row: ChatRow, isSelf: boolean): boolean
  /** Whether chat.db has an older row of the same message. */
  hasElder(row: ChatRow, isSelf: boolean): boolean
}

export function decideRow(read: Row, page: PageContext): Outcome {
  const missing = missingFrom(read)
  if (missing !== undefined && page.mayWait(read)) return { waits: missing }
  const row = inChat(read, page)
  if (row === undefined) return { skipped: read.isDeleted ? 'deleted' : 'no_chat' }
  if (row.kind !== 'text' && row.kind !== 'app') return { skipped: row.kind }
  if (row.isEmptied) return { skipped: 'unsent' }

  const isSelf = isSelfChat(row.chat, page.scope.selfHandles)
  if (page.isRepeat(row, isSelf)) return { skipped: 'repeat' }
  if (laneOf(row.sentAtMs, page.lane) === 'history') return { history: true }
  // iCloud inserts messages again that are older than the journal, and a quiet Mac has seen nothing newer than them.
  if (page.hasElder(row, isSelf)) return { skipped: 'repeat' }

  const outside = outOfScope(row, page.scope, (handle) => page.nameOf(handle) !== undefined)
  if (outside !== undefined) return { skipped: outside }
  const sender = row.handle === null ? undefined : page.nameOf(row.handle)
  if (page.isEcho(row, isSelf)) return { skipped: 'echo' }
  return { relayed: { ...toMessage(row, sender, page), ...(isSelf && { isNote: true }) } }
}

/**
 * A row without a chat is still a message of its sender, unless it was moved to Recently Deleted, has no sender, or is
 * the user's own.
 */
export function inChat(row: Row, { chatOfPerson }: Pick<PageContext, 'chatOfPerson'>): ChatRow | undefined {
  if (row.chat !== undefined) return { ...row, chat: row.chat }
  if (row.isDeleted || row.handle === null || row.isFromMe) return undefined
  return { ...row, chat: chatOfPerson(row.handle) }
}

/** Builds the message that is relayed for a row; `sender` is the name in Contacts. */
export function toMessage(
  row: ChatRow,
  sender: string | undefined,
  { rows, conversationOf }: Pick<PageContext, 'rows' | 'conversationOf'>,
): RelayMessage {
  const { chat, replyToGuid } = row
  return {
    guid: row.guid,
    rowid: row.rowid,
    chatGuid: chat.guid,
    conversation: conversationOf(chat),
    handle: row.handle ?? (chat.identifier as Handle),
    sender: sender ?? row.handle ?? chat.identifier,
    isGroup: chat.isGroup,
    groupName: chat.groupName,
    category: chat.category,
    service: row.service,
    text: row.text,
    sentAtMs: row.sentAtMs,
    kind: row.kind === 'app' ? 'app' : 'text',
    replyTo: replyToGuid === null ? null : { guid: replyToGuid, excerpt: excerpt(rows.withGuid(replyToGuid)?.text) },
    attachments: row.attachments,
  }
}

const excerptLength = 120

/** Returns the first characters, never half of a surrogate pair. */
const excerpt = (text: string | null | undefined): string | null =>
  text == null ? null : [...text.slice(0, excerptLength * 2)].slice(0, excerptLength).join('')

/** Returns what the journal keeps of a row: its lane, its outcome by name, and the events for the streams. */
export function ingestedRow(
  row: Row,
  outcome: SettledOutcome,
  { scope, lane }: Pick<PageContext, 'scope' | 'lane'>,
): IngestedRow {
  const isSelf = row.chat !== undefined && isSelfChat(row.chat, scope.selfHandles)
  return {
    rowid: row.rowid,
    guid: row.guid,
    sentAtMs: row.sentAtMs,
    conversation: row.chat?.conversation ?? null,
    twinText: isSelf ? selfTwinText(row, row.isFromMe) : twinText(row),
    ...laneAndName(outcome),
    message: 'relayed' in outcome ? outcome.relayed : null,
    events: eventsOf(row, outcome, laneOf(row.sentAtMs, lane) === 'history'),
  }
}

function laneAndName(outcome: SettledOutcome): Pick<IngestedRow, 'lane' | 'outcome'> {
  if ('relayed' in outcome) return { lane: 'relayed', outcome: 'relayed' }
  if ('history' in outcome) return { lane: 'history', outcome: 'history' }
  return { lane: 'skipped', outcome: outcome.skipped }
}

/**
 * Events cover everything that Messages shows, in scope or not: scope restricts what is relayed, never what can be
 * read. Old rows that arrive late are no news, of whichever kind they are.
 */
function eventsOf(row: Row, outcome: SettledOutcome, isLate: boolean): MessageEvent[] {
  const about = { chat_guid: row.chat?.guid ?? '', rowid: row.rowid }
  if (about.chat_guid === '') return []
  const changed: MessageEvent = { type: 'conversation_changed', ...about }
  if (isLate || 'history' in outcome || isHidden(outcome)) return [changed]
  switch (row.kind) {
    case 'tapback':
      return tapbackEvents(row, about)
    case 'system':
      return [{ type: 'system_line', ...about }, changed]
    case 'text':
    case 'app':
      if (!row.isFromMe) return [{ type: 'new_message', ...about }]
      return [{ type: 'message_sent', ...about, handle: row.handle ?? row.chat?.identifier ?? '' }]
    default:
      return [changed]
  }
}

const isHidden = (outcome: SettledOutcome): boolean =>
  'skipped' in outcome && ['repeat', 'unsent', 'deleted', 'junk'].includes(outcome.skipped)

function tapbackEvents({ tapback }: Row, about: { chat_guid: string; rowid: number }): MessageEvent[] {
  if (tapback === undefined) return []
  const type = tapback.added ? 'tapback_added' : 'tapback_removed'
  return [{ type, ...about, target_guid: tapback.targetGuid, emoji: tapback.emoji }]
}
