/**
 * Reads the journal for other processes. Reading never fails and never waits long, whether the journal is missing,
 * replaced or held by another process.
 */

import type { DatabaseSync } from 'node:sqlite'
import type { MessageGuid, RowId } from '../../contract/ids.ts'
import { type DeadLetter, journalDeadLetters } from './dead-letters.ts'
import { type Counts, deliveryCounts } from './delivery-counts.ts'
import {
  type DeliveryContent,
  type DeliveryQuery,
  deliveryById,
  deliveryContent,
  type FailedAttempt,
  failedAttempts,
  type ListedDelivery,
  listDeliveries,
} from './delivery-list.ts'
import { type IntegrationRow, journalIntegrations } from './integrations.ts'
import { journalId } from './journal-id.ts'
import { type TrafficByPlugin, type TrafficClock, trafficReader } from './plugin-traffic.ts'
import { droppedToday, type ReceivedToday, receivedToday } from './received-today.ts'
import { reopened } from './reopened.ts'
import { type RuleCount, ruleCounts } from './rule-firings.ts'
import { type SkippedConversation, skippedSenders } from './skipped-senders.ts'
import { guidAt, type JournalTrace, traceOf } from './trace.ts'
import { noHistory, type TrafficHistory, trafficSince } from './traffic-history.ts'

/** Reads the journal. While there is none, every method returns what an empty one would. */
export interface JournalReader {
  /** Undefined while no bridge has run. */
  id(): string | undefined
  /** The plugins as the bridge last knew them. */
  integrations(): IntegrationRow[]
  /** Deliveries by integration; an integration with neither pending nor dead ones is left out. */
  counts(): Map<string, Counts>
  /** Counts what each plugin was handed today and in the last hours; a plugin of which the journal keeps no delivery is left out. */
  traffic(clock: TrafficClock): TrafficByPlugin
  /** Counts the messages that came in since `dayStartMs`, the midnight of today, by their outcome. */
  receivedToday(dayStartMs: number): ReceivedToday
  /** Counts the deliveries that were dropped since `dayStartMs`: by a `filter`, or `skipped` by hand. */
  droppedToday(dayStartMs: number): ReceivedToday
  /** Counts what came in and was delivered since the beginning of an hour or day. */
  trafficSince(fromMs: number): TrafficHistory
  /** Dead deliveries of one integration, newest first. */
  deadLetters(integration: string, limit: number): DeadLetter[]
  /** Deliveries, newest first. */
  deliveries(query: DeliveryQuery): ListedDelivery[]
  /** A delivery with its failed attempts, oldest first. */
  delivery(id: string): { delivery: ListedDelivery; failed: FailedAttempt[] } | undefined
  /** Reads the fields that only the details of a delivery show; empty for one that does not exist. */
  deliveryContent(id: string): DeliveryContent
  /** Counts by the id of the rule; a rule that never fired is left out. */
  ruleCounts(): Map<string, RuleCount>
  /**
   * Finds also a message that Messages shows nowhere; undefined when the bridge has not seen it or has forgotten it.
   */
  guidAt(rowid: RowId): MessageGuid | undefined
  /** Returns undefined when the bridge has not seen the message or has forgotten it. */
  trace(guid: MessageGuid): JournalTrace | undefined
  /** Conversations whose recent messages were not relayed because of their sender, newest first. */
  skippedSenders(limit: number): SkippedConversation[]
  /** Unix milliseconds at which the newest relayed message was sent. */
  lastRelayedMs(): number | undefined
  close(): void
}

export function readJournal(path: string): JournalReader {
  const file = reopened(path)
  const newestRelayed = lastRelayedReader()
  const traffic = trafficReader()
  return {
    id: () => file.read(journalId, undefined),
    integrations: () => file.read((db) => journalIntegrations(db).list(), []),
    counts: () => file.read((db) => deliveryCounts(db)(), new Map()),
    traffic: (clock) => file.read((db) => traffic(db, clock), new Map()),
    receivedToday: (dayStartMs) => file.read<ReceivedToday>((db) => receivedToday(db, dayStartMs), new Map()),
    droppedToday: (dayStartMs) => file.read((db) => droppedToday(db, dayStartMs), new Map()),
    trafficSince: (fromMs) => file.read((db) => trafficSince(db, fromMs), noHistory),
    deadLetters: (integration, limit) => file.read((db) => journalDeadLetters(db).list(integration, limit), []),
    deliveries: (query) => file.read((db) => listDeliveries(db, query), []),
    delivery: (id) =>
      file.read((db) => {
        const delivery = deliveryById(db, id)
        return delivery && { delivery, failed: failedAttempts(db, id) }
      }, undefined),
    deliveryContent: (id) => file.read((db) => deliveryContent(db, id), { message: null, handed: null, answer: null }),
    ruleCounts: () => file.read(ruleCounts, new Map()),
    guidAt: (rowid) => file.read((db) => guidAt(db, rowid), undefined),
    trace: (guid) => file.read((db) => traceOf(db, guid), undefined),
    skippedSenders: (limit) => file.read((db) => skippedSenders(db, limit), []),
    lastRelayedMs: () => file.read(newestRelayed, undefined),
    close: file.close,
  }
}

const newestRelayed = {
  end: 'SELECT max(ROWID) AS position FROM inbox',
  since: "SELECT sent_at_ms FROM inbox WHERE ROWID > ? AND lane = 'relayed' ORDER BY ROWID DESC LIMIT 1",
}

/**
 * Finds when the newest relayed message was sent, in Unix milliseconds. Most of the journal is read only once: each call
 * reads only the rows added since.
 */
function lastRelayedReader(): (db: DatabaseSync) => number | undefined {
  let known: { db: DatabaseSync; position: number; sentAtMs: number | undefined } | undefined
  return (db) => {
    if (known?.db !== db) known = { db, position: 0, sentAtMs: undefined }
    const end = Number(db.prepare(newestRelayed.end).get()?.position ?? 0)
    if (end === known.position) return known.sentAtMs
    const newest = db.prepare(newestRelayed.since).get(known.position)?.sent_at_ms
    known = { db, position: end, sentAtMs: newest === undefined ? known.sentAtMs : Number(newest) }
    return known.sentAtMs
  }
}
