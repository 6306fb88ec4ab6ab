/** Reads the deliveries of a bridge from its journal. */
import { DatabaseSync } from 'node:sqlite'
import { dirOf } from '../harness/bridge-process.ts'
import type { RelaySetup } from '../harness/relay-setup.ts'

export interface DeliveryState {
  state: string
  last_error: string | null
}

export function deliveries({ mac }: Pick<RelaySetup, 'mac'>): DeliveryState[] {
  const db = new DatabaseSync(dirOf(mac.home).journalFile, { readOnly: true, timeout: 2_000 })
  try {
    return db.prepare('SELECT state, last_error FROM delivery ORDER BY seq').all() as unknown as DeliveryState[]
  } finally {
    db.close()
  }
}
