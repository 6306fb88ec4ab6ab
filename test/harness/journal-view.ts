/** Reads the bridge's journal from outside while the bridge runs. */
import { DatabaseSync } from 'node:sqlite'
import type { MessageEvent } from '../../src/contract/events.ts'
import { dirOf } from './bridge-process.ts'

export interface JournalView {
  /** All events in the order in which they happened. */
  events(): MessageEvent[]
  /** The outcome of this message; undefined while it is undecided. */
  outcome(guid: string): string | undefined
  /** The outcomes of all messages that have a row here, by their guid: one look, however many are asked for. */
  outcomes(): ReadonlyMap<string, string>
  /** Counts the messages with this outcome. */
  count(outcome: string): number
  /** Counts the rows that are not complete yet. */
  waiting(): number
  /** Whether later changes of this row will be noticed: the bridge remembers how it looked. */
  remembers(rowid: number): boolean
}

const sql = {
  events: 'SELECT payload FROM event ORDER BY id',
  outcome: 'SELECT outcome FROM inbox WHERE guid = ?',
  outcomes: 'SELECT guid, outcome FROM inbox',
  count: 'SELECT count(*) AS n FROM inbox WHERE outcome = ?',
  waiting: 'SELECT count(*) AS n FROM waiting',
  remembers: 'SELECT 1 FROM seen WHERE src_rowid = ?',
}

export function journalView(home: string): JournalView {
  const all = (statement: string, ...values: (string | number)[]) => {
    const db = new DatabaseSync(dirOf(home).journalFile, { readOnly: true, timeout: 30_000 })
    try {
      return db.prepare(statement).all(...values)
    } finally {
      db.close()
    }
  }
  return {
    events: () => all(sql.events).map(({ payload }) => JSON.parse(String(payload)) as MessageEvent),
    outcome: (guid) => all(sql.outcome, guid)[0]?.outcome as string | undefined,
    outcomes: () => new Map(all(sql.outcomes).map(({ guid, outcome }) => [String(guid), String(outcome)])),
    count: (outcome) => Number(all(sql.count, outcome)[0]?.n),
    waiting: () => Number(all(sql.waiting)[0]?.n),
    remembers: (rowid) => all(sql.remembers, rowid).length > 0,
  }
}
