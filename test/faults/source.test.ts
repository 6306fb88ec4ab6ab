import { execFile } from 'node:child_process'
import { chmodSync, existsSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { chatDbPath, messagesFolder } from '../../simulator/paths.ts'
import { play, scenarios } from '../../simulator/scenarios/scenarios.ts'
import { isAlive, readHeartbeat } from '../../src/store/heartbeat.ts'
import { dirOf, serviceEntry } from '../harness/bridge-process.ts'
import { anna, type RelaySetup, relaySetup } from '../harness/relay-setup.ts'
import { until } from '../harness/until.ts'

const unreadable = async ({ bridge, mac }: RelaySetup): Promise<string> => {
  await until(() => bridge.status()?.state === 'unreadable')
  expect(isAlive(readHeartbeat(dirOf(mac.home).heartbeatFile), Date.now())).toBe(true)
  return bridge.status()?.reason ?? ''
}

const again = ({ bridge }: RelaySetup) => until(() => bridge.status()?.state === 'polling')

const suffixes = ['', '-wal', '-shm']
const moveIfThere = (from: string, to: string) => existsSync(from) && renameSync(from, to)

/** Runs as root without the capabilities that let it bypass file permissions. */
const asOrdinaryUser =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--'] : []

test.concurrent('while chat.db may not be read the bridge keeps running and reports it, and nothing is lost', async ({
  expect,
}) => {
  await using relay = await relaySetup({ through: asOrdinaryUser })
  relay.mac.messages.receive({ from: anna, text: 'before' })
  await relay.receives('before')
  chmodSync(messagesFolder(relay.mac.home), 0o000)
  expect(await unreadable(relay)).toMatch(/denies access/)
  chmodSync(messagesFolder(relay.mac.home), 0o755)
  relay.mac.messages.receive({ from: anna, text: 'after' })
  await relay.receives('before', 'after')
  await again(relay)
})

test.concurrent('while chat.db can be read but not opened, the bridge reports exactly that, relays nothing from it, and nothing is lost', async ({
  expect,
}) => {
  await using relay = await relaySetup()
  const index = `${chatDbPath(relay.mac.home)}-shm`
  relay.mac.messages.receive({ from: anna, text: 'before' })
  await relay.receives('before')
  renameSync(index, `${index}.aside`)
  symlinkSync('nowhere', index)
  const isRefused = () => relay.bridge.status()?.reason?.includes('be read, but not opened') === true
  await until(isRefused)
  // A reader that ignores the write-ahead log would find this message, and miss the next one.
  relay.mac.messages.receive({ from: anna, text: 'in the file' })
  relay.mac.messages.db.exec('PRAGMA wal_checkpoint(PASSIVE)')
  relay.mac.messages.receive({ from: anna, text: 'in the log' })
  const beat = () => readHeartbeat(dirOf(relay.mac.home).heartbeatFile) ?? 0
  const written = beat()
  await until(() => beat() > written && isRefused())
  expect(relay.receiver.texts()).toEqual(['before'])
  rmSync(index)
  renameSync(`${index}.aside`, index)
  await relay.receives('before', 'in the file', 'in the log')
  await again(relay)
})

test.concurrent('a bridge that starts without chat.db relays everything that arrived since, once the file exists', async () => {
  const aside: string[] = []
  await using relay = await relaySetup({
    isStarted: false,
    mac: { messages: 50, chats: 5 },
    prepare(home) {
      aside.push(chatDbPath(home))
      for (const suffix of suffixes) moveIfThere(`${chatDbPath(home)}${suffix}`, `${chatDbPath(home)}.aside${suffix}`)
    },
  })
  await unreadable(relay)
  relay.mac.messages.receive({ from: anna, text: 'the first' })
  for (const path of aside) for (const suffix of suffixes) moveIfThere(`${path}.aside${suffix}`, `${path}${suffix}`)
  await relay.receives('the first')
})

test.concurrent('a database without a required column is refused with the name of the column, and is read once the column exists', async ({
  expect,
}) => {
  await using relay = await relaySetup()
  relay.mac.messages.receive({ from: anna, text: 'before' })
  await relay.receives('before')
  await relay.bridge.stop()
  const db = new DatabaseSync(chatDbPath(relay.mac.home))
  db.exec('ALTER TABLE attachment RENAME COLUMN transfer_name TO moved_elsewhere')
  relay.restart().catch(() => undefined)
  expect(await unreadable(relay)).toMatch(/unknown format/)
  db.exec('ALTER TABLE attachment RENAME COLUMN moved_elsewhere TO transfer_name')
  db.close()
  await again(relay)
  relay.mac.messages.receive({ from: anna, text: 'after' })
  await relay.receives('before', 'after')
})

test.concurrent('the bridge notices every message after a write-ahead log is deleted and started anew', async () => {
  await using relay = await relaySetup()
  const path = chatDbPath(relay.mac.home)
  relay.mac.messages.receive({ from: anna, text: 'before' })
  await relay.receives('before')
  relay.mac.messages.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix)
  // Another process has to write: within one process, SQLite keeps using the index of the deleted log.
  const args = ['sim', 'receive', relay.mac.home, '--from', anna, '--text', 'after']
  await promisify(execFile)(process.execPath, [serviceEntry, ...args])
  await relay.receives('before', 'after')
})

test.concurrent('twenty checkpoints and vacuums under load cause no gap', async () => {
  await using relay = await relaySetup()
  const texts = Array.from({ length: 200 }, (_, index) => `message ${index}`)
  for (const [index, text] of texts.entries()) {
    relay.mac.messages.receive({ from: anna, text })
    if (index % 10 === 0) relay.mac.messages.db.exec(index % 20 === 0 ? 'PRAGMA wal_checkpoint(TRUNCATE)' : 'VACUUM')
    if (index % 5 === 0) await new Promise(setImmediate)
  }
  await relay.receives(...texts)
})

test.concurrent('a body that cannot be read is relayed with the text column, or without any text', async ({
  expect,
}) => {
  await using relay = await relaySetup()
  const { messages } = relay.mac
  const garbage = Buffer.from('\x04\x0bstreamtyped and then nothing', 'latin1')
  const damaged = (text: string | null) =>
    messages.transaction(() => {
      const { rowid } = messages.receive({ from: anna, text: 'lost' })
      messages.db.prepare('UPDATE message SET text = ?, attributedBody = ? WHERE ROWID = ?').run(text, garbage, rowid)
    })
  damaged('beside it')
  damaged(null)
  messages.receive({ from: anna, text: 'whole' })
  await until(() => relay.receiver.texts().length === 3)
  expect(relay.receiver.texts()).toEqual(['beside it', null, 'whole'])
})

test.concurrent.for([12, 27] as const)(
  'an older copy of macOS %i in place of chat.db: new messages arrive, old ones do not',
  async (macos, { expect }) => {
    await using relay = await relaySetup({ mac: { macos, messages: 100, chats: 6 } })
    const scenario = scenarios.get(macos === 12 ? 'database-restored' : 'database-overwritten') ?? expect.fail()
    const steps = await play(relay.mac.home, scenario)
    await relay.receives(...steps.map(({ did }) => did))
  },
)
