/** The journal as other processes read it: there or not yet, replaced or held by another, reading never fails and never waits long. */
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { MessageGuid, RowId } from '../../contract/ids.ts'
import { isSqliteError } from '../sqlite-error.ts'
import { type Counts, deliveryCounts } from './delivery-counts.ts'
import { type IntegrationRow, journalIntegrations } from './integrations.ts'
import { lastRelayed } from './last-relayed.ts'
import { type RuleCount, ruleCounts } from './rule-counts.ts'
import { guidAt, type JournalTrace, traceOf } from './trace.ts'

/** While there is no journal, each answers as an empty one would. */
export interface JournalReader {
  /** The plugins as the bridge last knew them. */
  integrations(): IntegrationRow[]
  /** Deliveries by integration; one without any that wait or were given up is left out. */
  counts(): Map<string, Counts>
  /** By the id of the rule; one that never fired is left out. */
  ruleCounts(): Map<string, RuleCount>
  /** Also of a message that Messages shows nowhere; undefined when the bridge has not seen it, or forgot it. */
  guidAt(rowid: RowId): MessageGuid | undefined
  /** Undefined when the bridge has not seen the message, or forgot it. */
  trace(guid: MessageGuid): JournalTrace | undefined
  /** When the newest relayed message was sent, Unix milliseconds. */
  lastRelayedMs(): number | undefined
  close(): void
}

/** Readers of a WAL wait for nobody but who rebuilds it; whoever asks has others waiting behind. */
const busyTimeoutMs = 100

export function readJournal(path: string): JournalReader {
  const file = reopened(path)
  const newestRelayed = lastRelayed()
  return {
    integrations: () => file.read((db) => journalIntegrations(db).list(), []),
    counts: () => file.read((db) => deliveryCounts(db)(), new Map()),
    ruleCounts: () => file.read(ruleCounts, new Map()),
    guidAt: (rowid) => file.read((db) => guidAt(db, rowid), undefined),
    trace: (guid) => file.read((db) => traceOf(db, guid), undefined),
    lastRelayedMs: () => file.read(newestRelayed, undefined),
    close: file.close,
  }
}

/** One connection for as long as the same file lies there. */
function reopened(path: string) {
  let open: { db: DatabaseSync; file: string } | undefined
  const close = () => {
    open?.db.close()
    open = undefined
  }
  const current = (): DatabaseSync | undefined => {
    const file = identityOf(path)
    if (open?.file !== file) close()
    if (file === undefined) return undefined
    open ??= { db: new DatabaseSync(path, { readOnly: true, timeout: busyTimeoutMs }), file }
    return open.db
  }
  return {
    close,
    /** `otherwise` also for a journal that is damaged or of another release: to mend it is the bridge's affair. */
    read<T>(query: (db: DatabaseSync) => T, otherwise: T): T {
      try {
        const db = current()
        return db === undefined ? otherwise : query(db)
      } catch (error) {
        close()
        if (isSqliteError(error)) return otherwise
        throw error
      }
    },
  }
}

function identityOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats && `${stats.dev}:${stats.ino}`
}
