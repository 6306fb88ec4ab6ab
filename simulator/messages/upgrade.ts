// Upgrades a Mac in place: its database keeps the columns that it had, and gets those of the newer macOS at the end.

import { DatabaseSync } from 'node:sqlite'
import { readManifest, writeManifest } from '../manifest.ts'
import { chatDbPath } from '../paths.ts'
import { upgradeSchema } from '../schema/upgrade-schema.ts'

/** Upgrades a Mac with macOS 26 or 27 to 27. Messages must be closed. */
export function upgradeMac(home: string): void {
  const manifest = readManifest(home)
  const db = new DatabaseSync(chatDbPath(home))
  try {
    upgradeSchema(db)
  } finally {
    db.close()
  }
  writeManifest(home, { ...manifest, macos: 27 })
}
