/** Keeps the journal's rows about plugins equal to the records, for other processes that list plugins. */
import type { Logger } from '../contract/log-entry.ts'
import type { IntegrationRow, IntegrationRows } from '../store/journal/integrations.ts'
import type { NotedPlugin } from './plugin-record.ts'

export class StatusBoard {
  readonly #rows: Pick<IntegrationRows, 'put' | 'remove' | 'list'>
  readonly #log: Logger
  /** The rows on the disk as JSON. Those of an earlier bridge may be wrong, so each of them is written again. */
  readonly #written: Map<string, string>
  /** The records as written last: the same one is not looked into again. */
  readonly #records = new Map<string, NotedPlugin>()

  constructor(rows: Pick<IntegrationRows, 'put' | 'remove' | 'list'>, log: Logger) {
    this.#rows = rows
    this.#log = log
    this.#written = new Map(rows.list().map(({ name }) => [name, '']))
  }

  /** Writes what changed since the last call. What cannot be written (a full disk) is tried again the next time. */
  write(records: readonly NotedPlugin[], nowMs: number): void {
    try {
      for (const record of records) {
        if (this.#records.get(record.name) === record) continue
        this.#put(rowOf(record), nowMs)
        this.#records.set(record.name, record)
      }
      this.#removeOthers(new Set(records.map(({ name }) => name)))
    } catch (error) {
      this.#log.warn(`The state of the plugins cannot be written down: ${(error as Error).message}`)
    }
  }

  #put(row: IntegrationRow, nowMs: number): void {
    const text = JSON.stringify(row)
    if (this.#written.get(row.name) !== text) this.#rows.put(row, nowMs)
    this.#written.set(row.name, text)
  }

  #removeOthers(present: ReadonlySet<string>): void {
    for (const name of this.#written.keys()) {
      if (present.has(name)) continue
      this.#rows.remove(name)
      this.#written.delete(name)
      this.#records.delete(name)
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
