/** Converts an outcome to the form that the journal keeps: its lane, its word, and the events for the streams. */
import type { MessageEvent } from '../contract/events.ts'
import type { Row } from '../domain/row.ts'
import { isSelfChat } from '../domain/scope.ts'
import { selfTwinText, twinText } from '../domain/twins.ts'
import type { IngestedRow } from '../store/journal/ingest-store.ts'
import type { Outcome } from './relay.ts'

export type SettledOutcome = Exclude<Outcome, { waits: unknown }>

export function taken(row: Row, outcome: SettledOutcome, selfHandles: readonly string[]): IngestedRow {
  const isSelf = row.chat !== undefined && isSelfChat(row.chat, selfHandles)
  return {
    rowid: row.rowid,
    guid: row.guid,
    sentAtMs: row.sentAtMs,
    conversation: row.chat?.conversation ?? null,
    twinText: isSelf ? selfTwinText(row, row.isFromMe) : twinText(row),
    ...laneAndWord(outcome),
    message: 'relayed' in outcome ? outcome.relayed : null,
    events: eventsOf(row, outcome),
  }
}

function laneAndWord(outcome: SettledOutcome): Pick<IngestedRow, 'lane' | 'outcome'> {
  if ('relayed' in outcome) return { lane: 'relayed', outcome: 'relayed' }
  if ('history' in outcome) return { lane: 'history', outcome: 'history' }
  return { lane: 'skipped', outcome: outcome.skipped }
}

/**
 * Events cover everything that Messages shows, in scope or not: scope restricts what is relayed, never what can be
 * read.
 */
function eventsOf(row: Row, outcome: SettledOutcome): MessageEvent[] {
  const about = { chat_guid: row.chat?.guid ?? '', rowid: row.rowid }
  if (about.chat_guid === '') return []
  if (row.kind === 'tapback') return tapbackEvents(row, about)
  const isMessage = row.kind === 'text' || row.kind === 'app'
  if (!isMessage || 'history' in outcome || isHidden(outcome)) return [{ type: 'conversation_changed', ...about }]
  if (row.isFromMe) return [{ type: 'message_sent', ...about, handle: row.handle ?? row.chat?.identifier ?? '' }]
  return [{ type: 'new_message', ...about }]
}

const isHidden = (outcome: SettledOutcome): boolean =>
  'skipped' in outcome && ['repeat', 'unsent', 'deleted', 'junk'].includes(outcome.skipped)

function tapbackEvents({ tapback }: Row, about: { chat_guid: string; rowid: number }): MessageEvent[] {
  if (tapback === undefined) return []
  const type = tapback.added ? 'tapback_added' : 'tapback_removed'
  return [{ type, ...about, target_guid: tapback.targetGuid, emoji: tapback.emoji }]
}
