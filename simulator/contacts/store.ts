// One Contacts store (AddressBook-v22.abcddb) as a writer: people, their numbers, addresses and pictures.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createAddressBookSchema } from '../schema/addressbook.ts'

export interface Card {
  firstName?: string
  lastName?: string
  nickname?: string
  organization?: string
  /** as typed */
  phones?: readonly string[]
  emails?: readonly string[]
  /** an image's bytes */
  photo?: Uint8Array
}

export interface ContactsStore {
  /** Returns the card's Z_PK. */
  add(card: Card): number
  remove(primaryKey: number): void
  rename(primaryKey: number, name: Pick<Card, 'firstName' | 'lastName' | 'nickname' | 'organization'>): void
  /** Which card is mine. */
  setMe(primaryKey: number): void
  transaction(work: () => void): void
  close(): void
}

const storeName = 'AddressBook-v22.abcddb'

/** In front of a picture that stands in the row itself. */
const inlinePicture = Buffer.from([0x01])

const entities = { contact: 22, container: 25, phone: 15, email: 11 } as const
const nameOf = {
  contact: 'ABCDContact',
  container: 'CNCDContainer',
  phone: 'ABCDPhoneNumber',
  email: 'ABCDEmailAddress',
}

const secondsSince2001 = (ms: number): number => (ms - Date.UTC(2001, 0, 1)) / 1000

function createStore(db: DatabaseSync): void {
  createAddressBookSchema(db)
  db.prepare('INSERT INTO ZABCDRECORD (Z_PK, Z_ENT, Z_OPT, ZNAME1) VALUES (1, ?, 1, ?)').run(entities.container, 'Card')
}

function open(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true })
  const db = new DatabaseSync(join(folder, storeName), { timeout: 5000 })
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  const exists = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'ZABCDRECORD'").get()
  if (!exists) createStore(db)
  return db
}

export function openStore(folder: string): ContactsStore {
  const db = open(folder)
  const insertRecord = db.prepare(
    `INSERT INTO ZABCDRECORD (Z_ENT, Z_OPT, ZCONTAINER1, ZFIRSTNAME, ZLASTNAME, ZNICKNAME, ZORGANIZATION,
       ZSORTINGFIRSTNAME, ZSORTINGLASTNAME, ZTHUMBNAILIMAGEDATA, ZCREATIONDATE)
     VALUES (?, 1, 1, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const insertPhone = db.prepare(
    `INSERT INTO ZABCDPHONENUMBER (Z_ENT, Z_OPT, ZISPRIMARY, ZORDERINGINDEX, ZOWNER, Z22_OWNER, ZFULLNUMBER, ZLABEL, ZLASTFOURDIGITS)
     VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const insertEmail = db.prepare(
    `INSERT INTO ZABCDEMAILADDRESS (Z_ENT, Z_OPT, ZISPRIMARY, ZORDERINGINDEX, ZOWNER, Z22_OWNER, ZADDRESS, ZADDRESSNORMALIZED, ZLABEL)
     VALUES (?, 1, ?, ?, ?, ?, ?, ?, '_$!<Home>!$_')`,
  )

  function addPhones(owner: number, phones: readonly string[]): void {
    for (const [index, number] of phones.entries()) {
      const label = index === 0 ? '_$!<Mobile>!$_' : '_$!<Work>!$_'
      const lastFour = number.replaceAll(/\D/g, '').slice(-4)
      insertPhone.run(entities.phone, Number(index === 0), index, owner, entities.contact, number, label, lastFour)
    }
  }

  function addEmails(owner: number, emails: readonly string[]): void {
    for (const [index, address] of emails.entries()) {
      const normalized = `<${address.toLowerCase()}>`
      insertEmail.run(entities.email, Number(index === 0), index, owner, entities.contact, address, normalized)
    }
  }

  /** Core Data keeps the highest key of each entity. */
  function noteHighestKeys(): void {
    const update = db.prepare(
      'UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT coalesce(max(Z_PK), 0) FROM ZABCDRECORD) WHERE Z_NAME = ?',
    )
    for (const name of [nameOf.contact, nameOf.container]) update.run(name)
    for (const [entity, table] of [
      [nameOf.phone, 'ZABCDPHONENUMBER'],
      [nameOf.email, 'ZABCDEMAILADDRESS'],
    ] as const)
      db.prepare(`UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT coalesce(max(Z_PK), 0) FROM ${table}) WHERE Z_NAME = ?`).run(
        entity,
      )
  }

  function insert(card: Card): number {
    const { firstName = null, lastName = null, nickname = null, organization = null, photo } = card
    const picture = photo ? Buffer.concat([inlinePicture, photo]) : null
    const created = secondsSince2001(Date.UTC(2020, 0, 1))
    const names = [firstName, lastName, nickname, organization, firstName, lastName] as const
    const key = Number(insertRecord.run(entities.contact, ...names, picture, created).lastInsertRowid)
    addPhones(key, card.phones ?? [])
    addEmails(key, card.emails ?? [])
    return key
  }

  function transaction(work: () => void): void {
    if (db.isTransaction) {
      work()
      return
    }
    db.exec('BEGIN IMMEDIATE')
    try {
      work()
      noteHighestKeys()
      db.exec('COMMIT')
    } catch (error) {
      db.exec('ROLLBACK')
      throw error
    }
  }

  return {
    transaction,
    add(card) {
      let key = 0
      transaction(() => {
        key = insert(card)
      })
      return key
    },
    remove: (key) =>
      transaction(() => {
        for (const table of ['ZABCDPHONENUMBER', 'ZABCDEMAILADDRESS'])
          db.prepare(`DELETE FROM ${table} WHERE ZOWNER = ?`).run(key)
        db.prepare('DELETE FROM ZABCDRECORD WHERE Z_PK = ?').run(key)
      }),
    rename: (key, { firstName = null, lastName = null, nickname = null, organization = null }) =>
      transaction(() => {
        db.prepare(
          'UPDATE ZABCDRECORD SET ZFIRSTNAME = ?, ZLASTNAME = ?, ZNICKNAME = ?, ZORGANIZATION = ? WHERE Z_PK = ?',
        ).run(firstName, lastName, nickname, organization, key)
      }),
    setMe: (key) =>
      transaction(() => {
        db.prepare('UPDATE ZABCDRECORD SET ZME = ?, Z22_ME = ? WHERE Z_ENT = ?').run(
          key,
          entities.contact,
          entities.container,
        )
        db.prepare('UPDATE ZABCDRECORD SET ZCONTAINERWHERECONTACTISME = 1 WHERE Z_PK = ?').run(key)
      }),
    close: () => db.close(),
  }
}
