import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { chatDbPath } from '../../simulator/paths.ts'
import { type TemporaryMac, temporaryMac } from '../../simulator/temporary-mac.ts'
import { testFolders } from '../store/test-folder.ts'
import { searchOver, until } from './test-search.ts'

const testFolder = testFolders(onTestFinished)
const anna = '+12025550123'
const longAgoMs = Date.UTC(2020, 0, 1)

it('finds messages that arrive while it runs', async () => {
  using mac = temporaryMac()
  await using search = searchOver(mac.home)
  search.start()
  await search.built()
  mac.messages.receive({ from: anna, text: 'fresh bread' })
  await search.finds('bread', ['fresh bread'])
})

it('rests while nobody writes, and finds what is written then', async () => {
  using mac = temporaryMac()
  const { messages } = mac
  messages.receive({ from: anna, text: 'bring apples', atMs: longAgoMs })
  await using search = searchOver(mac.home, { restAfterMs: 20, pace: { sweepEveryMs: 3_600_000 } })
  const rests = () => search.log.filter((line) => line.includes('rests')).length
  search.start()
  await until(() => rests() > 0, 'the index to rest')
  await search.finds('apples', ['bring apples'])
  const message = messages.receive({ from: anna, text: 'fresh bread' })
  await search.finds('bread', ['fresh bread'])
  await until(() => rests() > 1, 'the index to rest again')
  messages.edit({ message, text: 'fresh pears' })
  await search.finds('pears', ['fresh pears'])
  await until(() => rests() > 2, 'the index to rest for the third time')
  await search.finds('apples', ['bring apples'])
  expect(search.status().state).toBe('current')
})

it('compares all messages of another file that comes while it rests', async () => {
  using mac = temporaryMac()
  const { messages } = mac
  const message = messages.receive({ from: anna, text: 'bring apples', atMs: longAgoMs })
  await using search = searchOver(mac.home, { restAfterMs: 20, pace: { sweepEveryMs: 3_600_000 } })
  search.start()
  await until(() => search.log.some((line) => line.includes('rests')), 'the index to rest')
  const path = chatDbPath(mac.home)
  const copy = join(testFolder(), 'chat.db')
  messages.edit({ message, text: 'bring pears' })
  messages.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  copyFileSync(path, copy)
  renameSync(copy, path)
  await search.finds('pears', ['bring pears'])
})

it('indexes messages that arrive while older ones are still being indexed', async () => {
  using mac = temporaryMac({ messages: 3_000, chats: 10 })
  // The steps are so small that indexing is not finished by the next line.
  await using search = searchOver(mac.home, { pace: { chunkRows: 5 } })
  search.start()
  await until(() => search.status().indexed > 0, 'the first messages to be indexed')
  expect(await search.search({ q: 'is:sent', limit: 1 })).toMatchObject({ complete: false })
  mac.messages.receive({ from: anna, text: 'xylophone' })
  await search.finds('xylophone', ['xylophone'])
  await search.built()
  const { indexed, total } = search.status()
  expect(indexed).toBe(total)
})

it.each<[when: string, atMs: number | undefined]>([
  ['just written', undefined],
  ['written long ago', longAgoMs],
])('follows the changes of a message %s', async (_when, atMs) => {
  using mac = temporaryMac({ macos: 26 })
  const { messages } = mac
  const message = messages.receive({ from: anna, text: 'bring apples', ...(atMs && { atMs }) })
  await using search = searchOver(mac.home)
  search.start()
  await search.finds('apples', ['bring apples'])

  messages.edit({ message, text: 'bring pears' })
  await search.finds('pears', ['bring pears'])
  await search.finds('apples is:edited', ['bring pears'])
  const [earlier] = await search.all('apples')
  expect(earlier).toMatchObject({ snippet: 'bring apples', ranges: [{ start: 6, length: 6 }] })

  messages.moveToRecentlyDeleted({ message })
  await search.finds('pears', [])
  await until(() => search.status().indexed === 0, 'the deleted message to leave the index')
  messages.recover({ message })
  await search.finds('pears', ['bring pears'])

  messages.unsend({ message })
  await search.finds('pears', [])
  await search.finds('apples', [])
  await search.finds('is:unsent', [''])

  messages.deleteForGood({ message })
  await search.finds('is:unsent', [])
})

it('finds the name of a file that comes after its message, and the title of a link that comes after its text', async () => {
  using mac = temporaryMac()
  const { messages } = mac
  await using search = searchOver(mac.home)
  search.start()
  await search.built()
  const begun = messages.beginReceive({ from: anna, files: [{ name: 'menu.pdf', bytes: Buffer.from('%PDF') }] })
  messages.join(begun)
  messages.fillBody(begun)
  await search.finds('is:received', [''])
  messages.joinFiles(begun, messages.insertFiles(begun))
  await search.finds('menu', [''])

  const url = 'https://example.com/bread'
  messages.receive({ from: anna, text: `look ${url}` })
  await search.finds('look', [`look ${url}`])
  messages.linkPreview({ from: anna, link: { url, title: 'Sourdough' } })
  await search.finds('sourdough', [`look ${url}`])
  await search.finds('example.com', [`look ${url}`])
})

it('catches up with changes made while it was not running', async () => {
  using mac = temporaryMac()
  const { messages } = mac
  const gone = messages.receive({ from: anna, text: 'first bread', atMs: longAgoMs })
  const changed = messages.receive({ from: anna, text: 'second bread', atMs: longAgoMs })
  await using before = searchOver(mac.home)
  before.start()
  await before.finds('bread', ['second bread', 'first bread'])
  await before.stop()
  messages.deleteForGood({ message: gone })
  messages.edit({ message: changed, text: 'second cake' })
  messages.receive({ from: anna, text: 'third cake' })
  await using after = searchOver(mac.home, { base: before.base })
  after.start()
  await after.finds('cake', ['third cake', 'second cake'])
  await until(() => after.status().indexed === 2, 'the deleted message to leave the index')
})

it('is rebuilt when another chat.db replaces the one that was indexed', async () => {
  using mac = temporaryMac({ messages: 500, chats: 10 })
  using other = temporaryMac({ messages: 700, chats: 10, seed: 2 })
  other.messages.receive({ from: anna, text: 'xylophone' })
  await using search = searchOver(mac.home)
  search.start()
  await search.built()
  takePlace(mac.home, other)
  await search.finds('xylophone', ['xylophone'])
  await search.built()
  await using theirs = searchOver(other.home)
  theirs.start()
  await theirs.built()
  await until(() => search.status().indexed === theirs.status().indexed, 'the other database to be indexed')
  const rowids = async (of: typeof search) => (await of.all('is:received')).map(({ message }) => message.guid)
  expect(await rowids(search)).toEqual(await rowids(theirs))
})

it('reports why it waits while Messages cannot be read, and continues automatically', async () => {
  using mac = temporaryMac()
  mac.messages.receive({ from: anna, text: 'fresh bread' })
  const home = testFolder()
  await using search = searchOver(home)
  search.start()
  await until(() => search.status().state === 'waiting', 'it to notice')
  expect(search.status().reason).toMatch(/Messages/)
  mkdirSync(dirname(chatDbPath(home)), { recursive: true })
  takePlace(home, mac)
  await search.finds('bread', ['fresh bread'])
  await until(() => search.status().state === 'current', 'it to go on')
  expect(search.status().reason).toBe(null)
})

it.each<[what: string, damage: (path: string) => void]>([
  ['that is no database', (path) => writeFileSync(path, 'garbage'.repeat(5_000))],
  ['cut short', (path) => writeFileSync(path, '')],
  ['with pages overwritten', (path) => writeFileSync(path, readFileSync(path).fill(0xa5, 20_000))],
])('rebuilds a search.db %s', async (_what, damage) => {
  using mac = temporaryMac({ messages: 300, chats: 10 })
  await using before = searchOver(mac.home)
  before.start()
  await before.built()
  const indexed = before.status().indexed
  await before.stop()
  for (const suffix of ['-wal', '-shm']) rmSync(join(before.base, `search.db${suffix}`), { force: true })
  damage(join(before.base, 'search.db'))
  await using after = searchOver(mac.home, { base: before.base })
  after.start()
  await after.built()
  expect(after.status().indexed).toBe(indexed)
  expect((await after.all('is:sent OR is:received')).length).toBeGreaterThan(200)
})

it('continues after kill −9 where its last transaction ended', async () => {
  using mac = temporaryMac({ messages: 4_000, chats: 10 })
  const base = testFolder()
  const program = `
    const { searchOver } = await import(${JSON.stringify(join(import.meta.dirname, 'test-search.ts'))})
    const search = searchOver(${JSON.stringify(mac.home)}, { base: ${JSON.stringify(base)}, pace: { chunkRows: 50 } })
    search.start()
    setInterval(() => search.status().indexed > 500 && process.stdout.write('far enough'), 1)`
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module-typescript', '-e', program])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await using search = searchOver(mac.home, { base, pace: { chunkRows: 50 } })
  search.start()
  await until(() => search.status().indexed > 0, 'what was kept')
  expect(search.status().indexed).toBeGreaterThan(500)
  await search.built()
  await using whole = searchOver(mac.home)
  whole.start()
  await whole.built()
  // Messages of the same second come in the order in which they were indexed, so the lists are sorted.
  const guids = async (of: typeof search) => (await of.all('is:received')).map(({ message }) => message.guid).sort()
  expect(await guids(search)).toEqual(await guids(whole))
})

/** Replaces chat.db with another file under the same name, as a restore or a migration does. */
function takePlace(home: string, other: TemporaryMac): void {
  other.messages.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const database = chatDbPath(home)
  for (const suffix of ['', '-wal', '-shm']) rmSync(database + suffix, { force: true })
  copyFileSync(chatDbPath(other.home), `${database}.new`)
  renameSync(`${database}.new`, database)
}
