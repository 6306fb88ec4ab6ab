/**
 * Reads one whole store of Contacts (AddressBook-v22.abcddb): people, their addresses, and which card is the user's
 * own.
 */
import { DatabaseSync } from 'node:sqlite'
import { contactName } from '../domain/contact-name.ts'
import { columnsOf } from './features.ts'

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

const busyTimeoutMs = 1_000
/** Surround e-mail addresses in `ZADDRESSNORMALIZED`. */
const angleBrackets = /^<|>$/g

/** Throws when the store cannot be read. */
export function readContactsStore(path: string): ContactsStore {
  return reading(path, (db) => {
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
export const readPhotoColumn = (path: string, id: number): Uint8Array | undefined =>
  reading(path, (db) => {
    const present = presentPhotoColumns(db)
    if (present.length === 0) return undefined
    const row = db.prepare(`SELECT ${firstOf(present)} AS photo FROM ZABCDRECORD WHERE Z_PK = ?`).get(id)
    return row?.photo instanceof Uint8Array ? row.photo : undefined
  })

function reading<T>(path: string, read: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(path, { readOnly: true, timeout: busyTimeoutMs })
  try {
    db.exec('PRAGMA query_only = 1')
    return read(db)
  } finally {
    db.close()
  }
}

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
