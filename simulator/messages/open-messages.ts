// Messages as a writer of chat.db: `openMessages(home)` returns its operations, each of which is one commit.

import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { readManifest } from '../manifest.ts'
import { chatDbPath, expandHome } from '../paths.ts'
import type { Random } from '../random.ts'
import { registerAppleFunctions } from '../schema/apple-functions.ts'
import { macNow } from './clock.ts'
import { operations } from './operations.ts'
import { emptyMemory, newWriter, type Writer } from './writer.ts'

type Operations = typeof operations
type Bound<F> = F extends (writer: Writer, ...input: infer Input) => infer Result ? (...input: Input) => Result : never

export type Messages = { [Name in keyof Operations]: Bound<Operations[Name]> } & {
  /** Runs many operations in one commit. */
  transaction<T>(work: () => T): T
  /** The database, for work that no operation does, for example a checkpoint or a vacuum. */
  readonly db: DatabaseSync
  close(): void
}

export interface MessagesOptions {
  /** Determines guids and which rows have `text`; `Math.random` by default. */
  random?: Random
  /** Unix milliseconds with fractions; exact to the microsecond by default. */
  now?: () => number
}

export function openMessages(home: string, { random = Math.random, now = macNow }: MessagesOptions = {}): Messages {
  const { macos, self } = readManifest(home)
  const db = openChatDb(home)
  return messagesOver(db, newWriter({ db, home, macos, self, random, nowMs: now }))
}

/** Binds the operations to an open database and its writer. */
export function messagesOver(db: DatabaseSync, writer: Writer): Messages {
  const transaction = transactionsOn(db, writer)
  const bound = Object.entries(operations).map(([name, operation]) => [
    name,
    (...input: unknown[]) => transaction(() => (operation as (...all: unknown[]) => unknown)(writer, ...input)),
  ])
  return { ...(Object.fromEntries(bound) as Messages), transaction, db, close: () => db.close() }
}

/** Takes the write lock at once, so that a writer in another process makes us wait rather than fail. */
function transactionsOn(db: DatabaseSync, writer: Writer): Messages['transaction'] {
  const versionOf = db.prepare('PRAGMA data_version')
  let seenVersion: unknown

  function forgetIfOthersWrote(): void {
    const version = versionOf.get()?.data_version
    if (version !== seenVersion) writer.memory = emptyMemory()
    seenVersion = version
  }

  return (work) => {
    if (db.isTransaction) return work()
    db.exec('BEGIN IMMEDIATE')
    try {
      forgetIfOthersWrote()
      const result = work()
      db.exec('COMMIT')
      return result
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK')
      writer.memory = emptyMemory()
      throw error
    }
  }
}

const busyTimeoutMs = 10_000

/** Opens chat.db as Messages does: WAL, foreign keys, and the SQL functions that its triggers call. */
function openChatDb(home: string): DatabaseSync {
  const db = new DatabaseSync(chatDbPath(home), { timeout: busyTimeoutMs })
  registerAppleFunctions(db, {
    deleteAttachmentFile: (filename) => rmSync(expandHome(home, filename), { force: true }),
  })
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON')
  return db
}
