// Opens chat.db as Messages does: WAL, foreign keys, and the SQL functions that its triggers call.

import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { chatDbPath, expandHome } from '../paths.ts'
import { registerAppleFunctions } from '../schema/apple-functions.ts'

const busyTimeoutMs = 10_000

export function openChatDb(home: string): DatabaseSync {
  const db = new DatabaseSync(chatDbPath(home), { timeout: busyTimeoutMs })
  registerAppleFunctions(db, {
    deleteAttachmentFile: (filename) => rmSync(expandHome(home, filename), { force: true }),
  })
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON')
  return db
}
