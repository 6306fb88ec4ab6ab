/** Keeps the journal's rows about plugins as the records are, for whoever lists plugins from another process. */
import type { Logger } from '../contract/log-entry.ts'
import type { IntegrationRow, IntegrationRows } from '../store/journal/integrations.ts'
import type { NotedPlugin } from './plugin-record.ts'

/** Writes what changed since the last time; what cannot be written (a full disk) is tried again the next time. */
export type StatusBoard = (records: readonly NotedPlugin[], nowMs: number) => void

export function createStatusBoard(rows: Pick<IntegrationRows, 'put' | 'remove' | 'list'>, log: Logger): StatusBoard {
  /** What an earlier bridge wrote is not known to be right. */
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

/** Everything that the bridge alone knows of a plugin; what is left out, readers take from the settings and the journal. */
export function rowOf(record: NotedPlugin): IntegrationRow {
  const { name, tier, status, last_error, enabled: _, pending: __, dead: ___, page: ____, ...manifest } = record
  return { name, tier: tier ?? '', status, lastError: last_error, manifest }
}
