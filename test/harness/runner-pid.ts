/** Reads the process id of a plugin from the journal. */
import { DatabaseSync } from 'node:sqlite'
import { dirOf } from './bridge-process.ts'

export function runnerPid(home: string, plugin = 'webhook'): number | undefined {
  const db = new DatabaseSync(dirOf(home).journalFile, { readOnly: true, timeout: 30_000 })
  try {
    const pid = db.prepare('SELECT pid FROM integration WHERE name = ?').get(plugin)?.pid
    return typeof pid === 'number' ? pid : undefined
  } finally {
    db.close()
  }
}
