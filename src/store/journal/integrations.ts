/**
 * Records the plugins as the bridge last knew them: other processes list them, and a new bridge recognises runners of a
 * dead one by them.
 */
import type { DatabaseSync } from 'node:sqlite'
import { isObject } from '../../base/json-object.ts'
import { storedJson } from './stored-json.ts'

export interface IntegrationRow {
  name: string
  tier: string
  status: string
  lastError: string | null
  /** The plugin's declaration about itself. */
  manifest: Readonly<Record<string, unknown>>
}

interface RunnerProcess {
  pid: number
  /** The start time of the process, as ps prints it. */
  started: string
}

export interface IntegrationRows {
  put(row: IntegrationRow, nowMs: number): void
  remove(name: string): void
  list(): IntegrationRow[]
  putRunner(name: string, runner: RunnerProcess | null): void
  runnerOf(name: string): RunnerProcess | null
}

const sql = {
  put: `INSERT INTO integration (name, tier, status, last_error, manifest, at_ms) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET tier = excluded.tier, status = excluded.status, last_error = excluded.last_error,
    manifest = excluded.manifest, at_ms = excluded.at_ms`,
  remove: 'DELETE FROM integration WHERE name = ?',
  list: 'SELECT name, tier, status, last_error, manifest FROM integration ORDER BY name',
  putRunner: 'UPDATE integration SET pid = ?, pid_started = ? WHERE name = ?',
  runnerOf: 'SELECT pid, pid_started FROM integration WHERE name = ? AND pid IS NOT NULL',
}

export function journalIntegrations(db: DatabaseSync): IntegrationRows {
  const [put, remove, list] = [db.prepare(sql.put), db.prepare(sql.remove), db.prepare(sql.list)]
  const [putRunner, runnerOf] = [db.prepare(sql.putRunner), db.prepare(sql.runnerOf)]
  return {
    put: ({ name, tier, status, lastError, manifest }, nowMs) => {
      put.run(name, tier, status, lastError, JSON.stringify(manifest), nowMs)
    },
    remove: (name) => {
      remove.run(name)
    },
    list: () =>
      list.all().map((row) => ({
        name: String(row.name),
        tier: String(row.tier),
        status: String(row.status),
        lastError: row.last_error as string | null,
        manifest: manifestIn(String(row.manifest)),
      })),
    putRunner: (name, runner) => {
      putRunner.run(runner?.pid ?? null, runner?.started ?? null, name)
    },
    runnerOf(name) {
      const row = runnerOf.get(name)
      return row === undefined ? null : { pid: Number(row.pid), started: String(row.pid_started) }
    },
  }
}

/**
 * The bridge rewrites the manifest as soon as it knows the plugin; a damaged one must not keep the bridge from
 * starting.
 */
function manifestIn(text: string): Record<string, unknown> {
  const manifest = storedJson<unknown>(text)
  return isObject(manifest) ? manifest : {}
}
