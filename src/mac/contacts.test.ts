import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { createAddressBookSchema } from '../../simulator/schema/addressbook.ts'
import { testFolders } from '../store/test-folder.ts'
import { readContacts } from './contacts.ts'
import { problemOf } from './contacts-folder.ts'

const testFolder = testFolders(onTestFinished)

interface Card {
  first?: string
  last?: string
  nickname?: string
  organization?: string
  phones?: string[]
  emails?: string[]
  messaging?: string[]
  photo?: Uint8Array
  isMe?: boolean
  kind?: string
}

/** Creates an address book; `add` writes cards into the store of one account. */
function addressBook() {
  const folder = testFolder()
  const databases = new Map<string, DatabaseSync>()

  function store(account: string | undefined): DatabaseSync {
    const path = join(folder, ...(account ? ['Sources', account] : []), 'AddressBook-v22.abcddb')
    const known = databases.get(path)
    if (known) return known
    mkdirSync(dirname(path), { recursive: true })
    const db = new DatabaseSync(path)
    db.exec('PRAGMA journal_mode = WAL')
    createAddressBookSchema(db)
    databases.set(path, db)
    return db
  }

  function add(cards: Card[], account?: string) {
    const db = store(account)
    db.exec('BEGIN')
    for (const card of cards) addCard(db, card)
    db.exec('COMMIT')
  }

  const normalisedOnly = (address: string) =>
    store(undefined).prepare('UPDATE ZABCDEMAILADDRESS SET ZADDRESS = NULL, ZADDRESSNORMALIZED = ?').run(address)

  onTestFinished(() => {
    for (const db of databases.values()) db.close()
  })
  return { folder, add, normalisedOnly, read: () => readContacts(folder) }
}

function addCard(db: DatabaseSync, card: Card) {
  const { kind = 'ABCDContact', phones = [], emails = [], messaging = [] } = card
  const entity = (name: string) =>
    Number(db.prepare('SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = ?').get(name)?.Z_ENT)
  const { lastInsertRowid: id } = db
    .prepare(
      'INSERT INTO ZABCDRECORD (Z_ENT, ZFIRSTNAME, ZLASTNAME, ZNICKNAME, ZORGANIZATION, ZTHUMBNAILIMAGEDATA) VALUES (?, ?, ?, ?, ?, ?)',
    )
    .run(
      entity(kind),
      card.first ?? null,
      card.last ?? null,
      card.nickname ?? null,
      card.organization ?? null,
      card.photo ?? null,
    )
  const addresses = (table: string, column: string, values: string[]) => {
    for (const value of values) db.prepare(`INSERT INTO ${table} (ZOWNER, ${column}) VALUES (?, ?)`).run(id, value)
  }
  addresses('ZABCDPHONENUMBER', 'ZFULLNUMBER', phones)
  addresses('ZABCDEMAILADDRESS', 'ZADDRESS', emails)
  addresses('ZABCDMESSAGINGADDRESS', 'ZADDRESS', messaging)
  if (card.isMe) db.prepare('INSERT INTO ZABCDRECORD (Z_ENT, ZME) VALUES (?, ?)').run(entity('CNCDContainer'), id)
}

const anna: Card = { first: 'Anna', last: 'Berg', phones: ['(415) 555-0100'], emails: ['Anna@Example.org'] }

it('finds a person by any of her addresses, in any spelling', () => {
  const { add, read } = addressBook()
  add([{ ...anna, messaging: ['anna.chat@example.org'] }])
  const { nameOf, problems } = read()
  expect(['+14155550100', 'anna@example.org', 'anna.chat@example.org'].map(nameOf)).toEqual(Array(3).fill('Anna Berg'))
  expect(nameOf('+14155550101')).toBeUndefined()
  expect(problems()).toEqual([])
})

it('reads an e-mail address that is stored only in its normalised form', () => {
  const { add, normalisedOnly, read } = addressBook()
  add([anna])
  normalisedOnly('<anna@example.org>')
  expect(read().nameOf('anna@example.org')).toBe('Anna Berg')
})

it('reads the stores of all accounts, and treats the same name in two of them as one person', () => {
  const { add, read } = addressBook()
  add([anna])
  add([anna, { organization: 'Acme', phones: ['24273'] }], 'iCloud')
  const { nameOf, all } = read()
  expect([nameOf('+14155550100'), nameOf('24273(smsft)')]).toEqual(['Anna Berg', 'Acme'])
  expect(all()).toHaveLength(3)
})

it('uses the picture from any account that has one', () => {
  const { add, read } = addressBook()
  add([{ ...anna, phones: ['(415) 555-0100'], photo: Buffer.from('\u0001picture') }])
  add([{ ...anna, phones: ['+1 415 555 0100'] }], 'iCloud')
  const { hasPhoto, photoOf } = read()
  expect(hasPhoto('+14155550100')).toBe(true)
  expect(Buffer.from(photoOf('+14155550100') ?? '').toString()).toBe('picture')
})

it('returns no name rather than a wrong one', () => {
  const { add, read } = addressBook()
  add([
    { first: 'One', phones: ['0170 1234567'] },
    { first: 'Two', phones: ['0170 1234567'] },
  ])
  expect(read().nameOf('+491701234567')).toBeUndefined()
})

it('prefers a number that matches in full', () => {
  const { add, read } = addressBook()
  add([
    { first: 'Local', phones: ['0170 1234567'] },
    { first: 'Full', phones: ['+49 170 1234567'] },
  ])
  expect(read().nameOf('+491701234567')).toBe('Full')
})

it('ignores groups and cards without a name', () => {
  const { add, read } = addressBook()
  add([{ phones: ['+14155550100'] }, { kind: 'ABCDGroup', first: 'Friends', phones: ['+14155550101'] }])
  const { nameOf, all } = read()
  expect([nameOf('+14155550100'), nameOf('+14155550101'), all().length]).toEqual([undefined, undefined, 0])
})

it("finds the card that is marked as one's own", () => {
  const { add, read } = addressBook()
  add([anna, { first: 'Robin', emails: ['robin@example.com'], isMe: true }], 'iCloud')
  expect(read().me()).toMatchObject({ name: 'Robin', handles: ['robin@example.com'] })
})

it('reads again only after a new card was added', () => {
  const { add, read } = addressBook()
  add([anna])
  const contacts = read()
  expect(contacts.nameOf('+14155550101')).toBeUndefined()
  expect(contacts.refreshIfChanged()).toBe(false)
  add([{ first: 'New', phones: ['+14155550101'] }])
  expect(contacts.refreshIfChanged()).toBe(true)
  expect(contacts.nameOf('+14155550101')).toBe('New')
  expect(contacts.refreshIfChanged()).toBe(false)
})

it('notices an added account', () => {
  const { add, read } = addressBook()
  const contacts = read()
  expect(contacts.problems()).toEqual([expect.objectContaining({ kind: 'absent' })])
  add([anna], 'iCloud')
  expect(contacts.refreshIfChanged()).toBe(true)
  expect([contacts.nameOf('+14155550100'), contacts.problems()]).toEqual(['Anna Berg', []])
})

it('reads the other stores when one is damaged, and names the damaged one', () => {
  const { folder, add, read } = addressBook()
  add([anna])
  const broken = join(folder, 'Sources', 'Broken', 'AddressBook-v22.abcddb')
  mkdirSync(dirname(broken), { recursive: true })
  writeFileSync(broken, 'no database'.repeat(1_000))
  const { nameOf, problems } = read()
  expect(nameOf('+14155550100')).toBe('Anna Berg')
  expect(problems()).toEqual([{ path: broken, kind: 'unreadable', reason: expect.any(String) }])
})

const nobody = 65_534

it('reports that access is denied', () => {
  const { folder, add, read } = addressBook()
  add([anna])
  chmodSync(folder, 0)
  onTestFinished(() => chmodSync(folder, 0o700))
  if (process.geteuid?.() === 0) {
    // Permissions do not apply to root.
    process.seteuid?.(nobody)
    onTestFinished(() => process.seteuid?.(0))
  }
  expect(read().problems()).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'denied' })]))
})

it.each([
  [{ code: 'EPERM' }, 'denied'],
  [{ code: 'EACCES' }, 'denied'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 23 }, 'denied'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 14 }, 'denied'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 11 }, 'unreadable'],
  [{ code: 'EIO' }, 'unreadable'],
])('an error with %j is reported as %s', (properties, kind) => {
  const error = Object.assign(new Error('said so'), properties)
  expect(problemOf('/store', error)).toEqual({ path: '/store', kind, reason: 'said so' })
})

it('finds a photo in the store or in the file beside it', () => {
  const { folder, add, read } = addressBook()
  const uuid = '0F1E2D3C-0000-4000-8000-000000000001'
  const external = join(folder, '.AddressBook-v22_SUPPORT', '_EXTERNAL_DATA')
  mkdirSync(external, { recursive: true })
  writeFileSync(join(external, uuid), 'outside')
  add([
    { first: 'In', emails: ['in@example.org'], photo: Buffer.from('\u0001inside') },
    { first: 'Out', emails: ['out@example.org'], photo: Buffer.from(`\u0002${uuid}\u0000`) },
    { first: 'None', emails: ['none@example.org'] },
    { first: 'Gone', emails: ['gone@example.org'], photo: Buffer.from(`\u0002${uuid.replace('1', '2')}\u0000`) },
    { first: 'Link', emails: ['link@example.org'], photo: Buffer.from(`\u0002${uuid.replace('1', '3')}\u0000`) },
    { first: 'Evil', emails: ['evil@example.org'], photo: Buffer.from('\u0002../../../secret\u0000') },
  ])
  writeFileSync(join(folder, 'secret'), 'secret')
  symlinkSync(join(folder, 'secret'), join(external, uuid.replace('1', '3')))
  const { hasPhoto, photoOf } = read()
  expect(['in', 'none', 'nobody'].map((name) => hasPhoto(`${name}@example.org`))).toEqual([true, false, false])
  const photos = ['in', 'out', 'none', 'gone', 'link', 'evil'].map((name) => photoOf(`${name}@example.org`))
  expect(photos.map((photo) => photo && Buffer.from(photo).toString())).toEqual([
    'inside',
    'outside',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
