/** Attacks through the database that Node includes, which the permission model does not cover. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Attack, Targets } from './attack.ts'

interface Sqlite {
  DatabaseSync: new (
    path: string,
    options?: object,
  ) => { exec(sql: string): void; prepare(sql: string): { all(): unknown[] } }
}

/** Gets the module by whichever way works. */
function open(path: string, options = {}) {
  const { DatabaseSync } = (process.getBuiltinModule('node:sqlite') ??
    createRequire(import.meta.url)('node:sqlite')) as Sqlite
  return new DatabaseSync(path, options)
}

const database = ({ outside }: Targets) => join(outside, 'database.db')
const tables = 'SELECT name FROM sqlite_schema'

export const databases: Readonly<Record<string, Attack>> = {
  sqlite_read: {
    what: 'open a database of the user',
    run: (targets) => open(database(targets), { readOnly: true }).prepare(tables).all().length > 0,
  },
  sqlite_messages: {
    what: 'open chat.db',
    run: ({ chatDb }) => open(chatDb, { readOnly: true }).prepare(tables).all().length > 0,
  },
  sqlite_attach: {
    what: 'attach a database of the user to one of its own',
    run: (targets) => {
      const own = open(':memory:')
      own.exec(`ATTACH '${database(targets)}' AS theirs`)
      return own.prepare('SELECT name FROM theirs.sqlite_schema').all().length > 0
    },
  },
  sqlite_write: {
    what: 'write into a database of the user',
    run: (targets) => {
      open(database(targets)).exec('CREATE TABLE conquered (n)')
      return true
    },
  },
  sqlite_vacuum_into: {
    what: 'write a database outside of its folder',
    run: ({ outside }) => {
      open(':memory:').exec(`VACUUM INTO '${join(outside, 'conquered.db')}'`)
      return existsSync(join(outside, 'conquered.db'))
    },
  },
}
