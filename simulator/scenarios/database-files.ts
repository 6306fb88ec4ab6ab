/** The files of chat.db, and ways to replace them while others read them. */

import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { hasErrno } from '../../src/base/errors.ts'
import { chatDbPath, messagesFolder } from '../paths.ts'

const SUFFIXES = ['', '-wal', '-shm']

/** Makes a complete copy, which replaces an earlier one. */
export function copyDatabase(db: DatabaseSync, path: string): void {
  rmSync(path, { force: true })
  db.prepare('VACUUM INTO ?').run(path)
}

/** Puts another file in the place of chat.db. Readers of the old file continue to read the old one. */
export function replaceDatabase(home: string, path: string): void {
  for (const suffix of ['-wal', '-shm']) rmSync(chatDbPath(home) + suffix, { force: true })
  renameSync(path, chatDbPath(home))
}

export const asideOf = (home: string): string => join(messagesFolder(home), 'chat.db.aside')

export function moveDatabase(from: string, to: string): void {
  for (const suffix of SUFFIXES) {
    try {
      renameSync(from + suffix, to + suffix)
    } catch (error) {
      if (!hasErrno(error, 'ENOENT')) throw error
    }
  }
}

const referencesToMessages = [
  ['chat_message_join', 'message_id'],
  ['message_attachment_join', 'message_id'],
  ['chat_recoverable_message_join', 'message_id'],
  ['recoverable_message_part', 'message_id'],
] as const

/** Gives every message another ROWID, in an order unrelated to time. With a step, ROWIDs between them stay free. */
export function renumberMessages(path: string, step = 1): void {
  const db = new DatabaseSync(path)
  try {
    db.exec(`PRAGMA foreign_keys = OFF; BEGIN;
      CREATE TEMP TABLE renumbered (old INTEGER PRIMARY KEY, new INTEGER NOT NULL)`)
    const renumber = db.prepare('INSERT INTO renumbered VALUES (?, ?)')
    for (const [old, number] of newNumbers(db, step)) renumber.run(old, number)
    db.exec(`UPDATE message SET ROWID = -ROWID;
      UPDATE message SET ROWID = (SELECT new FROM renumbered WHERE old = -message.ROWID)`)
    for (const [table, column] of referencesToMessages.filter(([name]) => hasTable(db, name))) {
      db.exec(`UPDATE ${table} SET ${column} = -${column};
        UPDATE ${table} SET ${column} = (SELECT new FROM renumbered WHERE old = -${table}.${column})`)
    }
    db.exec("UPDATE sqlite_sequence SET seq = (SELECT max(ROWID) FROM message) WHERE name = 'message'; COMMIT")
  } finally {
    db.close()
  }
}

/** Gives messages numbers in an order that has nothing to do with their own, and none of them the one it has. */
function newNumbers(db: DatabaseSync, step: number): [old: number, number: number][] {
  const mixed = db.prepare('SELECT ROWID AS rowid FROM message ORDER BY substr(guid, -6), guid').all()
  const old = mixed.map(({ rowid }) => Number(rowid))
  const numberAt = (place: number, from: number) => from + step * (place + 1)
  let from = 0
  while (old.some((rowid, place) => rowid === numberAt(place, from))) from++
  return old.map((rowid, place) => [rowid, numberAt(place, from)])
}

/** Gives a message the highest free ROWID below its own. Called within a transaction. */
export function renumberDownwards(db: DatabaseSync, rowid: number): number {
  db.exec('PRAGMA defer_foreign_keys = ON')
  const free = db.prepare(`SELECT ROWID - 1 AS rowid FROM message WHERE ROWID > 1 AND ROWID < ?
    AND ROWID - 1 NOT IN (SELECT ROWID FROM message) ORDER BY ROWID DESC LIMIT 1`)
  const found = Number(free.get(rowid)?.rowid)
  db.prepare('UPDATE message SET ROWID = ? WHERE ROWID = ?').run(found, rowid)
  for (const [table, column] of referencesToMessages.filter(([name]) => hasTable(db, name)))
    db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${column} = ?`).run(found, rowid)
  return found
}

const hasTable = (db: DatabaseSync, name: string): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined
