import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { addressBookFolder } from '../paths.ts'
import { seededRandom } from '../random.ts'
import { temporaryMac } from '../temporary-mac.ts'
import { asTyped } from './number-writing.ts'

const stores = (home: string): DatabaseSync[] => {
  const sources = join(addressBookFolder(home), 'Sources')
  const folders = [addressBookFolder(home), ...readdirSync(sources).map((uuid) => join(sources, uuid))]
  return folders.map((folder) => new DatabaseSync(join(folder, 'AddressBook-v22.abcddb'), { readOnly: true }))
}

const everywhere = (home: string, sql: string): Array<Record<string, unknown>> =>
  stores(home).flatMap((db) => db.prepare(sql).all())

it('a Mac has its own store and one for each account, in WAL mode, with people in them', () => {
  using mac = temporaryMac({ chats: 40 })
  expect(everywhere(mac.home, 'PRAGMA journal_mode')).toEqual(Array(3).fill({ journal_mode: 'wal' }))
  expect(everywhere(mac.home, 'SELECT 1 FROM ZABCDPHONENUMBER').length).toBeGreaterThan(30)
})

it("one card is the owner's", () => {
  using mac = temporaryMac()
  const sql = `SELECT me.ZFIRSTNAME AS name FROM ZABCDRECORD box JOIN ZABCDRECORD me ON me.Z_PK = box.ZME
    JOIN Z_PRIMARYKEY kind ON kind.Z_ENT = box.Z_ENT AND kind.Z_NAME = 'CNCDContainer'`
  expect(everywhere(mac.home, sql)).toEqual([{ name: 'Robin' }])
})

it('a card has numbers as typed, addresses in angle brackets and a picture with its marker byte', () => {
  using mac = temporaryMac()
  mac.contacts.onMyMac.add({
    nickname: 'Ada',
    phones: ['(202) 555-0199'],
    emails: ['Ada@Example.com'],
    photo: Buffer.from('png'),
  })
  expect(
    everywhere(
      mac.home,
      "SELECT ZFULLNUMBER AS typed, ZLASTFOURDIGITS AS last FROM ZABCDPHONENUMBER WHERE ZFULLNUMBER LIKE '%0199'",
    ),
  ).toEqual([{ typed: '(202) 555-0199', last: '0199' }])
  expect(
    everywhere(
      mac.home,
      "SELECT ZADDRESSNORMALIZED AS address FROM ZABCDEMAILADDRESS WHERE ZADDRESS = 'Ada@Example.com'",
    ),
  ).toEqual([{ address: '<ada@example.com>' }])
  expect(
    everywhere(mac.home, "SELECT hex(ZTHUMBNAILIMAGEDATA) AS photo FROM ZABCDRECORD WHERE ZNICKNAME = 'Ada'"),
  ).toEqual([{ photo: '01706E67' }])
})

it('a card can be renamed, and removed with its numbers', () => {
  using mac = temporaryMac()
  const store = mac.contacts.onMyMac
  const key = store.add({ firstName: 'Old', phones: ['5550199'] })
  store.rename(key, { firstName: 'New' })
  expect(everywhere(mac.home, "SELECT 1 FROM ZABCDRECORD WHERE ZFIRSTNAME = 'New'")).toHaveLength(1)
  store.remove(key)
  expect(everywhere(mac.home, "SELECT 1 FROM ZABCDPHONENUMBER WHERE ZFULLNUMBER = '5550199'")).toEqual([])
})

it('people type numbers in many ways, all with the same last digits', () => {
  const random = seededRandom(1)
  const ways = new Set(Array.from({ length: 100 }, () => asTyped('+12025550142', random)))
  expect(ways.size).toBeGreaterThan(4)
  for (const way of ways) expect(way.replaceAll(/\D/g, '')).toMatch(/2025550142$/)
})
