/** Creates empty databases in memory with the schemas of a Mac, for comparison. */
import { DatabaseSync } from 'node:sqlite'
import { createAddressBookSchema } from './addressbook.ts'
import { createSchema } from './create-schema.ts'
import { asMacosVersion } from './macos-version.ts'

/** Throws for a macOS that is not simulated. */
export function emptyChatDb(macos: number): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  createSchema(db, asMacosVersion(macos))
  return db
}

export function emptyContactsStore(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  createAddressBookSchema(db)
  return db
}
