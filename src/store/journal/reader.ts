/** The journal as other processes read it: there or not yet, replaced or held by another, reading never fails and never waits long. */
import type { MessageGuid, RowId } from '../../contract/ids.ts'
import { type DeadLetter, journalDeadLetters } from './dead-letters.ts'
import { type Counts, deliveryCounts } from './delivery-counts.ts'
import { type IntegrationRow, journalIntegrations } from './integrations.ts'
import { lastRelayed } from './last-relayed.ts'
import { reopened } from './reopened.ts'
import { type RuleCount, ruleCounts } from './rule-counts.ts'
import { type SkippedConversation, skippedSenders } from './skipped-senders.ts'
import { guidAt, type JournalTrace, traceOf } from './trace.ts'

/** While there is no journal, each answers as an empty one would. */
export interface JournalReader {
  /** The plugins as the bridge last knew them. */
  integrations(): IntegrationRow[]
  /** Deliveries by integration; one without any that wait or were given up is left out. */
  counts(): Map<string, Counts>
  /** Deliveries to one of them that were given up, the newest first. */
  deadLetters(integration: string, limit: number): DeadLetter[]
  /** By the id of the rule; one that never fired is left out. */
  ruleCounts(): Map<string, RuleCount>
  /** Also of a message that Messages shows nowhere; undefined when the bridge has not seen it, or forgot it. */
  guidAt(rowid: RowId): MessageGuid | undefined
  /** Undefined when the bridge has not seen the message, or forgot it. */
  trace(guid: MessageGuid): JournalTrace | undefined
  /** Whose messages were lately not relayed because of who they are from, the newest first. */
  skippedSenders(limit: number): SkippedConversation[]
  /** When the newest relayed message was sent, Unix milliseconds. */
  lastRelayedMs(): number | undefined
  close(): void
}

export function readJournal(path: string): JournalReader {
  const file = reopened(path)
  const newestRelayed = lastRelayed()
  return {
    integrations: () => file.read((db) => journalIntegrations(db).list(), []),
    counts: () => file.read((db) => deliveryCounts(db)(), new Map()),
    deadLetters: (integration, limit) => file.read((db) => journalDeadLetters(db).list(integration, limit), []),
    ruleCounts: () => file.read(ruleCounts, new Map()),
    guidAt: (rowid) => file.read((db) => guidAt(db, rowid), undefined),
    trace: (guid) => file.read((db) => traceOf(db, guid), undefined),
    skippedSenders: (limit) => file.read((db) => skippedSenders(db, limit), []),
    lastRelayedMs: () => file.read(newestRelayed, undefined),
    close: file.close,
  }
}
