/** Reads and writes one value of the journal's table `meta`. */
import type { DatabaseSync } from 'node:sqlite'

export interface MetaValue {
  /** Returns undefined before the first write. */
  read(): string | undefined
  write(value: string): void
}

export function metaValue(db: DatabaseSync, key: string): MetaValue {
  const select = db.prepare('SELECT value FROM meta WHERE key = ?')
  const upsert = db.prepare(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  return {
    read() {
      const row = select.get(key)
      return row && String(row.value)
    },
    write: (value) => void upsert.run(key, value),
  }
}
