// A card of Contacts: its record, and the numbers and addresses that belong to it.

import type { DatabaseSync } from 'node:sqlite'

export interface CardName {
  firstName?: string
  lastName?: string
  nickname?: string
  organization?: string
}

export interface Card extends CardName {
  /** The numbers as typed. */
  phones?: readonly string[]
  emails?: readonly string[]
  /** The bytes of an image. */
  photo?: Uint8Array
}

/** Numbers of the Core Data entities, as Z_PRIMARYKEY gives them. */
export const entities = { contact: 22, container: 25, phone: 15, email: 11 } as const

/** Precedes a picture that is stored in the row itself. */
const inlinePicture = Buffer.from([0x01])

const createdSeconds = (Date.UTC(2020, 0, 1) - Date.UTC(2001, 0, 1)) / 1000

function insertRecord(db: DatabaseSync, { firstName = null, lastName = null, ...card }: RecordValues): number {
  const { nickname = null, organization = null, photo } = card
  const insert = db.prepare(
    `INSERT INTO ZABCDRECORD (Z_ENT, Z_OPT, ZCONTAINER1, ZFIRSTNAME, ZLASTNAME, ZNICKNAME, ZORGANIZATION,
       ZSORTINGFIRSTNAME, ZSORTINGLASTNAME, ZTHUMBNAILIMAGEDATA, ZCREATIONDATE)
     VALUES (?, 1, 1, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const picture = photo ? Buffer.concat([inlinePicture, photo]) : null
  const names = [firstName, lastName, nickname, organization, firstName, lastName] as const
  return Number(insert.run(entities.contact, ...names, picture, createdSeconds).lastInsertRowid)
}

type RecordValues = { [Name in keyof CardName]?: string | null } & Pick<Card, 'photo'>

function insertPhones(db: DatabaseSync, owner: number, phones: readonly string[]): void {
  const insert = db.prepare(
    `INSERT INTO ZABCDPHONENUMBER (Z_ENT, Z_OPT, ZISPRIMARY, ZORDERINGINDEX, ZOWNER, Z22_OWNER, ZFULLNUMBER, ZLABEL,
       ZLASTFOURDIGITS) VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?)`,
  )
  for (const [index, number] of phones.entries()) {
    const label = index === 0 ? '_$!<Mobile>!$_' : '_$!<Work>!$_'
    const lastFour = number.replaceAll(/\D/g, '').slice(-4)
    insert.run(entities.phone, Number(index === 0), index, owner, entities.contact, number, label, lastFour)
  }
}

function insertEmails(db: DatabaseSync, owner: number, emails: readonly string[]): void {
  const insert = db.prepare(
    `INSERT INTO ZABCDEMAILADDRESS (Z_ENT, Z_OPT, ZISPRIMARY, ZORDERINGINDEX, ZOWNER, Z22_OWNER, ZADDRESS,
       ZADDRESSNORMALIZED, ZLABEL) VALUES (?, 1, ?, ?, ?, ?, ?, ?, '_$!<Home>!$_')`,
  )
  for (const [index, address] of emails.entries()) {
    const normalized = `<${address.toLowerCase()}>`
    insert.run(entities.email, Number(index === 0), index, owner, entities.contact, address, normalized)
  }
}

/** Returns the card's Z_PK. */
export function insertCard(db: DatabaseSync, card: Card): number {
  const owner = insertRecord(db, card)
  insertPhones(db, owner, card.phones ?? [])
  insertEmails(db, owner, card.emails ?? [])
  return owner
}

export function deleteCard(db: DatabaseSync, key: number): void {
  for (const table of ['ZABCDPHONENUMBER', 'ZABCDEMAILADDRESS'])
    db.prepare(`DELETE FROM ${table} WHERE ZOWNER = ?`).run(key)
  db.prepare('DELETE FROM ZABCDRECORD WHERE Z_PK = ?').run(key)
}

export function renameCard(db: DatabaseSync, key: number, name: CardName): void {
  const { firstName = null, lastName = null, nickname = null, organization = null } = name
  db.prepare(
    'UPDATE ZABCDRECORD SET ZFIRSTNAME = ?, ZLASTNAME = ?, ZNICKNAME = ?, ZORGANIZATION = ? WHERE Z_PK = ?',
  ).run(firstName, lastName, nickname, organization, key)
}
