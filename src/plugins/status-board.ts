/** Keeps the journal's rows about plugins equal to the records, for other processes that list plugins. */
import type { Logger } from '../contract/log-entry.ts'
import type { IntegrationRow, IntegrationRows } from '../store/journal/integrations.ts'
import type { NotedPlugin } from './plugin-record.ts'

/** Writes what changed since the last call. What cannot be written (a full disk) is tried again the next time. */
export type StatusBoard = (records: readonly NotedPlugin[], nowMs: number) => void

export function createStatusBoard(rows: Pick<IntegrationRows, 'put' | 'remove' | 'list'>, log: Logger): StatusBoard {
  /** The rows of an earlier bridge may be wrong, so each of them is written again. */
  const written = new Map(rows.list().map(({ name }) => [name, '']))
  const write = (records: readonly NotedPlugin[], nowMs: number): void => {
    for (const row of records.map(rowOf)) {
      const text = JSON.stringify(row)
      if (written.get(row.name) !== text) rows.put(row, nowMs)
      written.set(row.name, text)
    }
    const present = new Set(records.map(({ name }) => name))
    for (const name of written.keys()) {
      if (present.has(name)) continue
      rows.remove(name)
      written.delete(name)
    }
  }
  return (records, nowMs) => {
    try {
      write(records, nowMs)
    } catch (error) {
      log.warn(`The state of the plugins cannot be written down: ${(error as Error).message}`)
    }
  }
}

/**
 * Holds everything that only the bridge knows about a plugin; readers take the rest from the settings and the journal.
 */
export function rowOf(record: NotedPlugin): IntegrationRow {
  const { name, tier, status, last_error, enabled: _, pending: __, dead: ___, page: ____, ...manifest } = record
  return { name, tier: tier ?? '', status, lastError: last_error, manifest }
}
