/**
 * Reads one whole store of Contacts (AddressBook-v22.abcddb): people, their addresses, and which card is the user's
 * own.
 */

import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { contactName } from '../domain/contact-name.ts'
import { columnsOf } from './features.ts'
import { readingDatabase } from './read-only-database.ts'

export interface Contact {
  store: string
  id: number
  /** Undefined for a card without any name. */
  name: string | undefined
  /** Addresses as they were typed. */
  handles: string[]
  hasPhoto: boolean
}

export interface ContactsStore {
  contacts: Contact[]
  /** `id` of the card that is marked as the user's own. */
  meId: number | undefined
}

/** Surround e-mail addresses in `ZADDRESSNORMALIZED`. */
const angleBrackets = /^<|>$/g

/** Throws when the store cannot be read. */
export function readContactsStore(path: string): ContactsStore {
  return readingDatabase(path, (db) => {
    const contacts = new Map(readPeople(db, path).map((contact) => [contact.id, contact]))
    for (const { owner, address } of readAddresses(db)) {
      const handle = String(address ?? '')
        .replace(angleBrackets, '')
        .trim()
      if (handle !== '') contacts.get(Number(owner))?.handles.push(handle)
    }
    return { contacts: [...contacts.values()], meId: readMe(db) }
  })
}

/** Returns `ZTHUMBNAILIMAGEDATA`, or else `ZIMAGEDATA`, of a card as it is stored. */
const readPhotoColumn = (path: string, id: number): Uint8Array | undefined =>
  readingDatabase(path, (db) => {
    const present = presentPhotoColumns(db)
    if (present.length === 0) return undefined
    const row = db.prepare(`SELECT ${firstOf(present)} AS photo FROM ZABCDRECORD WHERE Z_PK = ?`).get(id)
    return row?.photo instanceof Uint8Array ? row.photo : undefined
  })

const photoColumns = ['ZTHUMBNAILIMAGEDATA', 'ZIMAGEDATA']
const presentPhotoColumns = (db: DatabaseSync): string[] =>
  photoColumns.filter((column) => columnsOf(db)('ZABCDRECORD').has(column))
const people = entities('ABCDContact', 'ABCDSubscribedContact')
const containers = entities('CNCDContainer')

/** The entity numbers differ between versions of macOS; the entity names do not. */
function entities(...names: string[]): string {
  return `(SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME IN (${names.map((name) => `'${name}'`).join(', ')}))`
}

function readPeople(db: DatabaseSync, store: string): Contact[] {
  const columns = columnsOf(db)('ZABCDRECORD')
  const name = (column: string) => (columns.has(column) ? column : 'NULL')
  const rows = db
    .prepare(`SELECT Z_PK AS id, ${name('ZFIRSTNAME')} AS first, ${name('ZLASTNAME')} AS last,
      ${name('ZNICKNAME')} AS nickname, ${name('ZORGANIZATION')} AS organization,
      ${[...presentPhotoColumns(db).map((column) => `${column} IS NOT NULL`), '0'].join(' OR ')} AS has_photo
      FROM ZABCDRECORD WHERE Z_ENT IN ${people}`)
    .all()
  return rows.map(({ id, first, last, nickname, organization, has_photo }) => {
    const parts = { first: text(first), last: text(last), nickname: text(nickname), organization: text(organization) }
    return { store, id: Number(id), name: contactName(parts), handles: [], hasPhoto: has_photo === 1 }
  })
}

const addressTables: Record<string, string[]> = {
  ZABCDPHONENUMBER: ['ZFULLNUMBER'],
  ZABCDEMAILADDRESS: ['ZADDRESS', 'ZADDRESSNORMALIZED'],
  ZABCDMESSAGINGADDRESS: ['ZADDRESS'],
}

function readAddresses(db: DatabaseSync): Record<string, unknown>[] {
  return Object.entries(addressTables).flatMap(([table, wanted]) => {
    const columns = columnsOf(db)(table)
    const present = wanted.filter((column) => columns.has(column))
    if (present.length === 0 || !columns.has('ZOWNER')) return []
    return db.prepare(`SELECT ZOWNER AS owner, ${firstOf(present)} AS address FROM ${table}`).all()
  })
}

function readMe(db: DatabaseSync): number | undefined {
  if (!columnsOf(db)('ZABCDRECORD').has('ZME')) return undefined
  const row = db.prepare(`SELECT ZME AS me FROM ZABCDRECORD WHERE ZME IS NOT NULL AND Z_ENT IN ${containers}`).get()
  return row && Number(row.me)
}

const firstOf = (columns: string[]): string =>
  columns.length === 1 ? `${columns[0]}` : `coalesce(${columns.join(', ')})`
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const embedded = 0x01
const external = 0x02
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns the bytes of a JPEG or PNG. */
export function readPhoto(store: string, id: number): Uint8Array | undefined {
  const stored = readPhotoColumn(store, id)
  if (stored?.[0] === embedded) return stored.subarray(1)
  return stored?.[0] === external ? readExternal(store, stored.subarray(1)) : undefined
}

/** Reads a contact's photo from the store, or from the file beside it that the store names. */
function readExternal(store: string, nameBytes: Uint8Array): Uint8Array | undefined {
  const name = Buffer.from(nameBytes).toString('latin1').replace(/\0.*$/s, '')
  // Accepts only a bare name, since a path could lead anywhere.
  if (!uuid.test(name)) return undefined
  return readPicture(join(dirname(store), '.AddressBook-v22_SUPPORT', '_EXTERNAL_DATA', name))
}

const maxBytes = 20 * 1024 * 1024

/** Follows no link, and does not block on a pipe. */
function readPicture(path: string): Uint8Array | undefined {
  let fd: number | undefined
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stats = fstatSync(fd)
    return stats.isFile() && stats.size <= maxBytes ? readFileSync(fd) : undefined
  } catch {
    return undefined
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}
