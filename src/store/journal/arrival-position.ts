/** Keeps how far the relay of a hub has read what arrives of all Macs, in the journal that has what was made of it. */
import type { DatabaseSync } from 'node:sqlite'
import type { ArrivalPosition } from '../../domain/arrival-position.ts'
import { storedJson } from './stored-json.ts'

const key = 'arrival_position'

export interface ArrivalPositionStore {
  /** Undefined before the first relay. */
  read(): ArrivalPosition | undefined
  write(position: ArrivalPosition): void
}

export function arrivalPositionStore(db: DatabaseSync): ArrivalPositionStore {
  const select = db.prepare('SELECT value FROM meta WHERE key = ?')
  const upsert = db.prepare(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  return {
    read: () => storedJson<ArrivalPosition>(select.get(key)?.value),
    write: (position) => void upsert.run(key, JSON.stringify(position)),
  }
}
