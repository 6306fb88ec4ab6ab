import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { FileToAttach } from '../../simulator/messages/attachments.ts'
import { macosVersions } from '../../simulator/schema/macos-version.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { readAttachments } from './attachments.ts'
import { messagesPaths } from './messages-paths.ts'

type Mac = ReturnType<typeof temporaryMac>

const picture: FileToAttach = {
  name: 'IMG_0001.png',
  bytes: Buffer.from('picture'),
  mime: 'image/png',
  uti: 'public.png',
}

function macWith(files: FileToAttach[], options: Parameters<typeof temporaryMac>[0] = {}) {
  const mac = temporaryMac(options)
  onTestFinished(() => mac[Symbol.dispose]())
  const { rowid } = mac.messages.receive({ from: '+15550100', files })
  const attachments = readAttachments({ db: mac.messages.db, home: mac.home })
  return { mac, rowid, attachments, stored: () => attachments.storedOfMessages([rowid]).get(rowid) ?? [] }
}

function storedAt(mac: Mac, filename: string) {
  mac.messages.db.prepare('UPDATE attachment SET filename = ?').run(filename)
}

it.each(macosVersions)('on macOS %i an attachment has a guid, name, type and size, and no path', (macos) => {
  const { rowid, attachments } = macWith([picture], { macos })
  expect(attachments.ofMessages([rowid, 999])).toEqual(
    new Map([[rowid, [{ guid: expect.any(String), name: 'IMG_0001.png', mime: 'image/png', size: 7 }]]]),
  )
})

it('returns the attachments of several messages separately and in order', () => {
  const { mac, rowid, attachments } = macWith([picture, { ...picture, name: 'b.png' }])
  const second = mac.messages.receive({ from: '+15550100', files: [{ ...picture, name: 'c.png' }] }).rowid
  const names = [...attachments.ofMessages([second, rowid])].map(([key, all]) => [key, all.map(({ name }) => name)])
  expect(new Map(names as [number, string[]][])).toEqual(
    new Map([
      [rowid, ['IMG_0001.png', 'b.png']],
      [second, ['c.png']],
    ]),
  )
  expect(attachments.ofMessages([])).toEqual(new Map())
})

it.each<[Partial<FileToAttach>, string | null]>([
  [{ name: 'Audio Message.caf', mime: null, uti: 'com.apple.coreaudio-format' }, 'audio/x-caf'],
  [{ name: 'CL.loc.VCF', mime: null, uti: 'dyn.unknown' }, 'text/vcard'],
  [{ name: 'README', mime: null, uti: 'public.plain-text' }, 'text/plain'],
  [{ name: 'a.png', mime: 'application/octet-stream', uti: 'public.png' }, 'application/octet-stream'],
  [{ name: 'unknown.xyz', mime: null }, null],
])('the MIME type of %j is %s', (file, mime) => {
  const [attachment] = macWith([{ bytes: Buffer.from('x'), name: 'x', ...file }]).stored()
  expect(attachment?.mime).toBe(mime)
})

it('leaves out attachments that Messages keeps for itself', () => {
  const files = [
    { ...picture, hidden: true },
    { ...picture, name: `x.pluginPayloadAttachment`, mime: null },
    { ...picture, name: 'shown.png' },
  ]
  const { rowid, attachments, stored } = macWith(files)
  expect(
    attachments
      .ofMessages([rowid])
      .get(rowid)
      ?.map(({ name }) => name),
  ).toEqual(['shown.png'])
  expect(stored().map(({ hidden }) => hidden)).toEqual([true, true, false])
})

it('finds an attachment by its guid and by the guid that it had before', () => {
  const { mac, attachments, stored } = macWith([picture])
  const guid = String(stored()[0]?.guid)
  mac.messages.db.prepare("UPDATE attachment SET guid = 'new-guid'").run()
  expect(attachments.byGuid('new-guid')?.name).toBe('IMG_0001.png')
  expect(attachments.byGuid(guid)?.guid).toBe('new-guid')
  expect(attachments.byGuid('nobody')).toBeUndefined()
})

it('an attachment is ready while its file exists, whatever the row says', () => {
  const { mac, stored } = macWith([picture])
  mac.messages.db.prepare('UPDATE attachment SET transfer_state = 6').run()
  const file = stored()[0]?.locate()
  expect(file).toEqual({ state: 'ready', path: expect.stringContaining(realpathSync(mac.home)), size: 7 })
  rmSync(String(file?.path))
  expect(stored()[0]?.locate()).toEqual({ state: 'missing' })
})

it.each([
  [0, 'arriving'],
  [3, 'arriving'],
  [5, 'missing'],
  [6, 'missing'],
  [-1, 'missing'],
])('without a file, transfer state %i means %s', (transferState, state) => {
  const { mac, stored } = macWith([{ ...picture, state: 'waiting' }])
  mac.messages.db.prepare('UPDATE attachment SET transfer_state = ?').run(transferState)
  expect(stored()[0]?.locate()).toEqual({ state })
})

it.each<[string, (mac: Mac) => string]>([
  ['outside the folder of Messages', (mac) => place(join(mac.home, 'secret.txt'))],
  [
    'above it by way of ..',
    (mac) => `${messagesPaths(mac.home).folder}/../../${place(join(mac.home, 'secret.txt')).split('/').at(-1)}`,
  ],
  [
    'behind a link',
    (mac) => {
      const link = join(messagesPaths(mac.home).attachments, 'link.txt')
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(place(join(mac.home, 'secret.txt')), link)
      return link
    },
  ],
  ['in a folder whose name only begins alike', (mac) => place(`${messagesPaths(mac.home).folder}2/secret.txt`)],
  ['in the home of somebody else', () => '~root/secret.txt'],
  ['that is no attachment', (mac) => messagesPaths(mac.home).database],
  ['that is a folder', (mac) => messagesPaths(mac.home).attachments],
])('never serves a file %s', (_where, filenameOn) => {
  const { mac, stored } = macWith([picture])
  storedAt(mac, filenameOn(mac))
  expect(stored()[0]?.locate()).toEqual({ state: 'missing' })
})

it('serves a file in the folder of Messages that is stored under its absolute path', () => {
  const { mac, stored } = macWith([picture])
  storedAt(mac, place(join(messagesPaths(mac.home).folder, 'StickerCache', 'a.heic')))
  expect(stored()[0]?.locate().state).toBe('ready')
})

it('derives a file name even where Messages stored a path or nothing', () => {
  const { mac, stored } = macWith([picture])
  const named = (transferName: string | null) => {
    mac.messages.db.prepare('UPDATE attachment SET transfer_name = ?').run(transferName)
    return stored()[0]?.name
  }
  expect([named('../../etc/passwd'), named(null), named('..')]).toEqual(['passwd', 'IMG_0001.png', 'IMG_0001.png'])
  storedAt(mac, '')
  expect(named(null)).toBe('attachment')
})

function place(path: string): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'secret')
  return path
}

it('returns the transcript of a voice message, and the GUID that its body names', () => {
  const { stored } = macWith([{ name: 'a.caf', uti: 'com.apple.coreaudio-format', transcript: 'call me' }, picture])
  expect(stored().map((it) => [it.transcript(), it.originalGuid])).toEqual([
    ['call me', stored()[0]?.guid],
    [null, stored()[1]?.guid],
  ])
})
