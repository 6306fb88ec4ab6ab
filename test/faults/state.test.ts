import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { exportPosition, recoverPosition } from '../../src/bridge/exported-position.ts'
import type { MessageGuid, RowId } from '../../src/contract/ids.ts'
import { openJournal } from '../../src/store/journal/open.ts'
import { ingestInto } from '../../src/store/journal/test-journal.ts'
import { openReadState } from '../../src/store/read-state.ts'
import { readState } from '../../src/store/state-file.ts'
import { dirOf } from '../harness/bridge-process.ts'
import { anna, relaySetup } from '../harness/relay-setup.ts'
import { until } from '../harness/until.ts'

/** Returns a relay that has ingested a message and was stopped, for a test to damage its files. */
async function stoppedRelay() {
  const relay = await relaySetup({ mac: { messages: 100, chats: 6 } })
  relay.mac.messages.receive({ from: anna, text: 'before' })
  await relay.receives('before')
  // A delivery may rightly come again until it is acknowledged.
  await until(() => relay.bridge.status()?.pending === 0)
  expect(await relay.bridge.stop()).toBe(0)
  return { relay, dir: dirOf(relay.mac.home) }
}

/** Checks that messages from before and after the restart arrive, and that nothing arrives twice. */
async function goesOn({ relay }: Awaited<ReturnType<typeof stoppedRelay>>) {
  relay.mac.messages.receive({ from: anna, text: 'meanwhile' })
  await relay.restart()
  relay.mac.messages.receive({ from: anna, text: 'after' })
  await relay.receives('before', 'meanwhile', 'after')
}

const fill = (path: string, fromByte: number) => {
  const file = openSync(path, 'r+')
  const bytes = Buffer.alloc(statSync(path).size - fromByte, 'not a database ')
  writeSync(file, bytes, 0, bytes.length, fromByte)
  closeSync(file)
}

const setAside = (path: string) =>
  readdirSync(dirname(path)).filter((name) => name.startsWith(`${path.split('/').at(-1)}.bad-`))

test('state.json truncated at any byte is rewritten from the journal', () => {
  const folder = mkdtempSync(join(tmpdir(), 'state-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { db } = openJournal(join(folder, 'journal.db'))
  const stateFile = join(folder, 'state.json')
  const ingest = ingestInto(db)
  const position = {
    rowid: 4711 as RowId,
    guid: 'A' as MessageGuid,
    newestMs: 1_790_000_000_000,
    epoch: 2,
    rescan: null,
  }
  ingest.moveTo(position)
  exportPosition(stateFile, position)
  const whole = readFileSync(stateFile, 'utf8')
  // The file is still complete without its last byte, a line feed.
  for (let length = 0; length < whole.length - 1; length++) {
    writeFileSync(stateFile, whole.slice(0, length))
    expect(recoverPosition(stateFile, ingest), `torn after ${length} bytes`).toMatch(/written anew/)
    expect(readFileSync(stateFile, 'utf8')).toBe(whole)
    expect(ingest.position()).toEqual(position)
  }
  db.close()
})

test.concurrent.for<[string, (path: string) => void]>([
  ['empty', (path) => truncateSync(path)],
  ['garbage', (path) => writeFileSync(path, Buffer.from('\x00\xff{"last_rowid": 1e999', 'latin1'))],
  ['of an absurd number', (path) => writeFileSync(path, '{"last_rowid":9007199254740993}')],
  [
    'a folder',
    (path) => {
      rmSync(path)
      mkdirSync(path)
    },
  ],
])('state.json that is %s is repaired without any loss', async ([, damage], { expect }) => {
  const stopped = await stoppedRelay()
  await using _ = stopped.relay
  damage(stopped.dir.stateFile)
  await goesOn(stopped)
  expect(readState(stopped.dir.stateFile)).toHaveProperty('state')
})

test.concurrent.for<[string, (path: string) => void]>([
  ['whose pages are overwritten', (path) => fill(path, 4096)],
  ['whose header is overwritten', (path) => fill(path, 0)],
  ['that is cut in half', (path) => truncateSync(path, statSync(path).size / 2)],
])('a journal %s is set aside, and the relay continues from state.json', async ([, damage], { expect }) => {
  const stopped = await stoppedRelay()
  await using _ = stopped.relay
  damage(stopped.dir.journalFile)
  await goesOn(stopped)
  expect(setAside(stopped.dir.journalFile)).not.toEqual([])
  expect(readFileSync(stopped.dir.logFile, 'utf8')).toContain('journal.db was damaged')
})

test.concurrent('a journal that is missing is recreated from state.json', async () => {
  const stopped = await stoppedRelay()
  await using _ = stopped.relay
  rmSync(stopped.dir.journalFile)
  await goesOn(stopped)
})

test.concurrent('without journal and state.json the relay begins at the newest message', async ({ expect }) => {
  const stopped = await stoppedRelay()
  await using relay = stopped.relay
  relay.mac.messages.receive({ from: anna, text: 'missed' })
  rmSync(stopped.dir.journalFile)
  rmSync(stopped.dir.stateFile)
  await relay.restart()
  relay.mac.messages.receive({ from: anna, text: 'after' })
  await relay.receives('before', 'after')
  expect(readState(stopped.dir.stateFile)).toHaveProperty('state')
})

test.concurrent('a write-ahead log of another database next to the journal does no harm', async () => {
  const stopped = await stoppedRelay()
  await using _ = stopped.relay
  const foreign = join(stopped.dir.stateDir, 'foreign.db')
  const db = new DatabaseSync(foreign)
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (1)')
  writeFileSync(`${stopped.dir.journalFile}-wal`, readFileSync(`${foreign}-wal`), { mode: 0o600 })
  db.close()
  await goesOn(stopped)
})

test.concurrent('a journal that lost its newest commits loses no message, and repeats no old one', async ({
  expect,
}) => {
  const stopped = await stoppedRelay()
  await using relay = stopped.relay
  const { messages } = relay.mac
  await relay.restart()
  messages.receive({ from: anna, text: 'of an hour ago', atMs: Date.now() - 3_600_000 })
  messages.receive({ from: anna, text: 'of now' })
  await relay.receives('before', 'of now')
  await relay.bridge.kill()
  for (const suffix of ['-wal', '-shm']) rmSync(stopped.dir.journalFile + suffix)
  messages.receive({ from: anna, text: 'meanwhile' })
  await relay.restart()
  await until(() => relay.receiver.texts().includes('meanwhile'))
  expect(relay.receiver.texts().filter((text) => text === 'before')).toHaveLength(1)
  expect(relay.receiver.texts()).not.toContain('of an hour ago')
  const again = relay.receiver.delivered
    .filter(({ body }) => body.text === 'of now')
    .map(({ body }) => body.delivery_id)
  expect(new Set(again).size, 'a repeat has the id it had').toBe(1)
})

test.concurrent('a damaged echo_log.db is set aside, and the relay continues', async ({ expect }) => {
  const stopped = await stoppedRelay()
  await using _ = stopped.relay
  writeFileSync(stopped.dir.echoLogFile, 'no database at all '.repeat(500), { mode: 0o600 })
  await goesOn(stopped)
  expect(setAside(stopped.dir.echoLogFile)).toHaveLength(1)
})

test.concurrent('a damaged read_state.db does not affect the relay, and is set aside by the process that reads it', async ({
  expect,
}) => {
  const stopped = await stoppedRelay()
  await using _ = stopped.relay
  writeFileSync(stopped.dir.readStateFile, 'no database at all '.repeat(500), { mode: 0o600 })
  await goesOn(stopped)
  const readState = openReadState({ path: stopped.dir.readStateFile })
  expect(readState.all()).toEqual([])
  readState.close()
  expect(setAside(stopped.dir.readStateFile)).toHaveLength(1)
})
