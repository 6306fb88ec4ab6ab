// One Contacts store (AddressBook-v22.abcddb): writes its cards.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createAddressBookSchema } from '../schema/addressbook.ts'
import { type Card, type CardName, deleteCard, entities, insertCard, renameCard } from './card.ts'

export interface ContactsStore {
  /** Returns the card's Z_PK. */
  add(card: Card): number
  remove(key: number): void
  rename(key: number, name: CardName): void
  /** Marks the card as the owner's. */
  setMe(key: number): void
  /** Makes many changes in one commit. */
  transaction<T>(work: () => T): T
  close(): void
}

export const storeName = 'AddressBook-v22.abcddb'

function createStore(db: DatabaseSync): void {
  createAddressBookSchema(db)
  db.prepare("INSERT INTO ZABCDRECORD (Z_PK, Z_ENT, Z_OPT, ZNAME1) VALUES (1, ?, 1, 'Card')").run(entities.container)
}

function open(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true })
  const db = new DatabaseSync(join(folder, storeName), { timeout: 5000 })
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  const exists = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'ZABCDRECORD'").get()
  if (!exists) createStore(db)
  return db
}

const tablesOfEntities = [
  [entities.contact, 'ZABCDRECORD'],
  [entities.container, 'ZABCDRECORD'],
  [entities.phone, 'ZABCDPHONENUMBER'],
  [entities.email, 'ZABCDEMAILADDRESS'],
] as const

/** Stores the highest key of each entity, as Core Data does. */
function noteHighestKeys(db: DatabaseSync): void {
  for (const [entity, table] of tablesOfEntities)
    db.prepare(`UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT coalesce(max(Z_PK), 0) FROM ${table}) WHERE Z_ENT = ?`).run(
      entity,
    )
}

function markAsMe(db: DatabaseSync, key: number): void {
  db.prepare('UPDATE ZABCDRECORD SET ZME = ?, Z22_ME = ? WHERE Z_ENT = ?').run(
    key,
    entities.contact,
    entities.container,
  )
  db.prepare('UPDATE ZABCDRECORD SET ZCONTAINERWHERECONTACTISME = 1 WHERE Z_PK = ?').run(key)
}

const transactionsOn =
  (db: DatabaseSync): ContactsStore['transaction'] =>
  (work) => {
    if (db.isTransaction) return work()
    db.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      noteHighestKeys(db)
      db.exec('COMMIT')
      return result
    } catch (error) {
      db.exec('ROLLBACK')
      throw error
    }
  }

export function openStore(folder: string): ContactsStore {
  const db = open(folder)
  const transaction = transactionsOn(db)
  return {
    transaction,
    add: (card) => transaction(() => insertCard(db, card)),
    remove: (key) => transaction(() => deleteCard(db, key)),
    rename: (key, name) => transaction(() => renameCard(db, key, name)),
    setMe: (key) => transaction(() => markAsMe(db, key)),
    close: () => db.close(),
  }
}
