import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { names } from '../../src/contract/names.ts'
import { AckJournal } from '../../src/plugins/runner/ack-journal.ts'
import { isAlive, readHeartbeat } from '../../src/store/heartbeat.ts'
import { readState } from '../../src/store/state-file.ts'
import { dirOf, startBridge } from '../harness/bridge-process.ts'
import { anna, type RelaySetup, relaySetup } from '../harness/relay-setup.ts'
import { runnerPid } from '../harness/runner-pid.ts'
import { type SmallDisk, smallDisk } from '../harness/small-disk.ts'
import { isWhole } from '../harness/told.ts'
import { until } from '../harness/until.ts'
import { webHere } from '../harness/web-here.ts'
import { sentRows } from '../sending/rows.ts'

/** Holds the log of the journal's database, which SQLite folds into it only after a thousand pages. */
const diskMb = 8

async function relayOnSmallDisk() {
  const disks: SmallDisk[] = []
  const relay = await relaySetup({
    mac: { messages: 20, chats: 4 },
    prepare: (home) => void disks.push(smallDisk(join(home, names.baseDirectory), diskMb)),
  })
  const [disk] = disks
  if (disk === undefined) throw new Error('The disk was not made.')
  return { relay, disk }
}

/** The bridge writes nothing until there is more to ingest, so that a whole page of messages meets the full disk. */
const hear = (relay: RelaySetup, name: string, count: number): string[] => {
  const texts = Array.from({ length: count }, (_, index) => `${name} ${index} ${'x'.repeat(2_000)}`)
  for (const text of texts) relay.mac.messages.receive({ from: anna, text })
  return texts
}

test('a full disk loses nothing: the bridge keeps running, reports it, and continues automatically once there is room', async () => {
  const { relay, disk } = await relayOnSmallDisk()
  await using _ = relay
  using __ = disk
  const before = hear(relay, 'before', 3)
  await relay.receives(...before)
  disk.fill()
  const during = hear(relay, 'during', 80)
  await until(() => /cannot be written/.test(relay.bridge.status()?.reason ?? ''))
  expect(relay.bridge.status()?.state).toBe('degraded')
  const fullSinceS = Date.now() / 1000
  const { heartbeatFile, stateFile } = dirOf(relay.mac.home)
  await until(() => (readHeartbeat(heartbeatFile) ?? 0) > fullSinceS)
  expect(isAlive(readHeartbeat(heartbeatFile), Date.now())).toBe(true)
  disk.empty()
  await relay.receives(...before, ...during)
  await until(() => relay.bridge.status()?.state === 'polling')
  expect(relay.bridge.child.exitCode).toBeNull()
  await until(() => {
    const reading = readState(stateFile)
    return 'state' in reading && reading.state.last_rowid === relay.bridge.status()?.cursor
  })
})

test('a bridge that ends while the disk is full continues where it was', async () => {
  const { relay, disk } = await relayOnSmallDisk()
  await using _ = relay
  using __ = disk
  const before = hear(relay, 'before', 3)
  await relay.receives(...before)
  disk.fill()
  const during = hear(relay, 'during', 80)
  await until(() => relay.bridge.status()?.state === 'degraded')
  await relay.bridge.kill()
  disk.empty()
  await relay.restart()
  await until(() => during.every((text) => relay.receiver.texts().includes(text)))
  const ids = (texts: string[]) => relay.receiver.delivered.filter(({ body }) => texts.includes(body.text ?? ''))
  expect(new Set(ids(during).map(({ body }) => body.delivery_id)).size).toBe(during.length)
})

test('a plugin that ends while the disk is full is restarted automatically once there is room', async () => {
  const { relay, disk } = await relayOnSmallDisk()
  await using _ = relay
  using __ = disk
  const before = hear(relay, 'before', 3)
  await relay.receives(...before)
  const pid = runnerPid(relay.mac.home) ?? expect.fail('no runner')
  disk.fill()
  const during = hear(relay, 'during', 3)
  process.kill(pid, 'SIGKILL')
  // This is longer than the bridge waits before it restarts a plugin that ended.
  await wait(3_000)
  expect(relay.receiver.texts()).not.toContain(during[0])
  disk.empty()
  await relay.receives(...before, ...during)
})

test('a list of acknowledgements that cannot be rewritten stays as it is', async () => {
  using mac = temporaryMac()
  const folder = join(mac.home, 'plugin')
  using disk = smallDisk(folder, 1)
  const path = join(folder, 'acks.log')
  const journal = new AckJournal(path)
  const ids = Array.from({ length: 3_000 }, (_, n) => `${n}-${'x'.repeat(60)}`)
  await Promise.all(ids.map((id) => journal.ack(id)))
  disk.fill()
  journal.trim(2_500)
  expect(new AckJournal(path).acked).toEqual(ids)
  disk.empty()
  await journal.ack('later')
  journal.trim(1)
  expect(new AckJournal(path).acked).toEqual([...ids.slice(2_501), 'later'])
})

test('a send that meets a full disk is refused with a remedy, and is sent once when it is requested again', async () => {
  using mac = temporaryMac()
  using disk = smallDisk(join(mac.home, names.baseDirectory), 8)
  await using web = await webHere({ over: mac })
  const order = { handle: anna, text: 'x'.repeat(5_000) }
  const sent = () => web.client.send(order, { idempotencyKey: 'one' })
  disk.fill()
  await expect(sent()).rejects.toMatchObject({ status: 507, code: 'disk_full' })
  const form = new FormData()
  form.set('handle', anna)
  form.set('file', new File([new Uint8Array(1_000_000)], 'plan.bin'))
  const upload = await fetch(`${web.url}/api/v1/send/file`, { method: 'POST', body: form })
  expect([upload.status, await upload.json()]).toMatchObject([507, { error: { code: 'disk_full' } }])
  disk.empty()
  await sent()
  expect(sentRows(mac.home).map(({ text }) => text)).toEqual([order.text])
})

/** Makes the n-th of these calls by the bridge's own thread fail, and all that follow. */
const failing = (calls: string, error: string, from: number, log: string) => [
  'strace',
  '-D',
  '-qq',
  '-o',
  log,
  '-e',
  `trace=${calls}`,
  '-e',
  `inject=${calls}:error=${error}:when=${from}+`,
]

/** The time that the bridge has after the fault. It may end or continue within it. */
const struckMs = 1_500

test.concurrent.for(
  Object.entries({
    'fsync,fdatasync EIO': [3, 1, 8, 20],
    'pwrite64 ENOSPC': [8, 1, 3, 20],
    'rename EIO': [2, 1, 3],
    'openat ENOSPC': [120, 60, 160],
  }).flatMap(([fault, turns]) =>
    (isWhole ? turns : turns.slice(0, 1)).map((from) => [...fault.split(' '), from] as [string, string, number]),
  ),
)(
  'when %s fails with %s from call %i on, nothing is lost and nothing is delivered twice',
  async ([calls, error, from], { expect }) => {
    await using relay = await relaySetup({ mac: { messages: 20, chats: 4 } })
    await relay.bridge.stop()
    const texts = Array.from({ length: 6 }, (_, index) => `news ${index}`)
    const hear = (some: string[]) => some.map((text) => relay.mac.messages.receive({ from: anna, text }))
    hear(texts.slice(0, 3))
    const log = join(relay.mac.home, 'strace.log')
    const bridge = startBridge({ home: relay.mac.home, through: failing(calls, error, from, log) })
    const isStruck = () => existsSync(log) && readFileSync(log, 'utf8').includes('INJECTED')
    const isOver = () => bridge.child.exitCode !== null
    await until(() => isStruck() || isOver() || relay.receiver.texts().length === 3)
    hear(texts.slice(3))
    await until(() => isStruck() || isOver())
    const endMs = performance.now() + struckMs
    await until(() => isOver() || performance.now() > endMs)
    expect(isStruck(), 'the fault struck').toBe(true)
    if (!isOver()) await bridge.kill()
    await relay.restart()
    await until(() => texts.every((text) => relay.receiver.texts().includes(text)))
    // Only a delivery that was made but not recorded comes again, under the id that it had.
    expect(new Set(relay.receiver.delivered.map(({ body }) => body.delivery_id)).size).toBe(texts.length)
  },
)
