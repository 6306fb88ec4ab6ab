import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exitCodes } from '../../contract/errors.ts'
import type { ConversationKey, DeliveryId, MessageGuid } from '../../contract/ids.ts'
import { names } from '../../contract/names.ts'
import { openStatusFile } from '../../store/bridge-status.ts'
import { saveConfig } from '../../store/config-file.ts'
import { openHeartbeat } from '../../store/heartbeat.ts'
import { journalDeliveries } from '../../store/journal/deliveries.ts'
import { journalIntegrations } from '../../store/journal/integrations.ts'
import { openJournal } from '../../store/journal/open.ts'
import { ingestInto, nobody, pageOf, relayed, skipped } from '../../store/journal/test-journal.ts'
import { pausedPlugins } from '../../store/paused-plugins.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'
import { testFolders } from '../../store/test-folder.ts'
import { localTime } from '../local-time.ts'
import { runHere } from '../test-run-here.ts'

const folderOfTest = testFolders(onTestFinished)

/**
 * Creates a home with the files of a bridge and a heartbeat at `beatMs`; the test's own process stands in for the
 * bridge.
 */
function homeOfBridge({ beatMs = Date.now(), reason = null as string | null, isRunning = true } = {}) {
  const home = folderOfTest()
  const dir = serviceDir(join(home, names.baseDirectory))
  prepareServiceDir(dir)
  const heartbeat = openHeartbeat(dir.heartbeatFile)
  heartbeat.write(beatMs)
  heartbeat.close()
  if (isRunning) writeFileSync(dir.pidFile, `${process.pid}\n`)
  const status = openStatusFile(dir.statusFile)
  status.write({
    pid: process.pid,
    started_at: new Date(beatMs).toISOString(),
    state: reason === null ? 'polling' : 'unreadable',
    reason,
    cursor: 42,
    pending: 0,
    dead: 0,
  })
  status.close()
  const { db } = openJournal(dir.journalFile)
  const waiting = { waiting_for: 'receiver', next_attempt_at: new Date(beatMs + 60_000).toISOString() }
  ingestInto(db).commit(pageOf([relayed(1), skipped(2, 'junk')]), nobody)
  journalIntegrations(db).put(
    { name: 'webhook', tier: 'official', status: 'waiting', lastError: 'refused', manifest: waiting },
    beatMs,
  )
  db.close()
  return home
}

test('before the first run it says so and how to start, exits with 4, and writes nothing', async () => {
  const home = folderOfTest()
  const { status, stdout } = await runHere(home, ['status'])
  expect(status).toBe(exitCodes.notRunning)
  expect(stdout).toContain('The bridge is not running (never ran here). Start it: service up')
  expect(readdirSync(home)).toEqual([])
})

test('before the first run --json is complete as well', async () => {
  const { status, stdout } = await runHere(folderOfTest(), ['status', '--json'])
  expect(status).toBe(exitCodes.notRunning)
  expect(JSON.parse(stdout)).toMatchObject({ bridge_alive: false, last_heartbeat: null, pid: null, journal: null })
})

test('for a running bridge it reports the cursor and the state of its integrations', async () => {
  const { status, stdout } = await runHere(homeOfBridge(), ['status'])
  expect(status).toBe(exitCodes.done)
  expect(stdout).toContain(`The bridge runs (process ${process.pid}), polling`)
  expect(stdout).toContain('cursor        row 42')
  expect(stdout).toContain('1 relayed, 1 not for relay, 0 history')
  expect(stdout).toMatch(/webhook {7}official, retrying: 0 queued, 0 failed, next attempt \d{4}-\S+ \S+ {2}\(refused\)/)
})

test('it says the sentence of the overview first, and names plugins that are paused', async () => {
  const home = homeOfBridge()
  const dir = serviceDir(join(home, names.baseDirectory))
  saveConfig(dir.configFile, { whitelist: { handles: ['+12025550123', 'ben@example.org'] } })
  const failing = await runHere(home, ['status'])
  expect(failing.stdout).toMatch(/^webhook can't be reached\. Refused\.\n/)
  const { db } = openJournal(dir.journalFile)
  for (const name of ['webhook', 'ntfy'])
    journalIntegrations(db).put({ name, tier: 'official', status: 'running', lastError: null, manifest: {} }, 0)
  const deliveries = journalDeliveries(db, Buffer.alloc(32, 1))
  const guid = 'guid-9' as MessageGuid
  deliveries.enqueue({ integration: 'webhook', guid, conversation: 'dm:a' as ConversationKey, nowMs: Date.now() })
  const [queued] = deliveries.next({ integration: 'webhook', afterSeq: 0, limit: 1 }, [])
  deliveries.settle([{ integration: 'webhook', id: queued?.id as DeliveryId, outcome: 'acked' }], Date.now())
  db.close()
  pausedPlugins(dir.pausedDir).set('ntfy', true)
  const { stdout } = await runHere(home, ['status'])
  expect(stdout).toMatch(/^Relaying for 2 people to 1 plugin\. 1 delivered today, last .+\. ntfy is paused\.\n/)
  const { relay } = JSON.parse((await runHere(home, ['status', '--json'])).stdout)
  expect(relay).toMatchObject({ summary: stdout.split('\n')[0], paused: ['ntfy'], people: 2, delivered_today: 1 })
  expect(relay.plugins.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
    ['ntfy', 'paused'],
    ['webhook', 'ok'],
  ])
})

test('a bridge that cannot read Messages is shown with the reason', async () => {
  const { stdout } = await runHere(homeOfBridge({ reason: 'macOS denies access.' }), ['status'])
  expect(stdout).toContain('unreadable: macOS denies access.')
})

test('an old heartbeat means that the bridge does not run', async () => {
  const beatMs = Date.UTC(2026, 0, 2, 3, 4, 5)
  const home = homeOfBridge({ beatMs })
  expect(await runHere(home, ['status'])).toMatchObject({
    status: exitCodes.notRunning,
    stdout: expect.stringContaining(`last ran ${localTime('2026-01-02T03:04:05.000Z')}`),
  })
  const { status, stdout } = await runHere(home, ['status', '--json'])
  expect(status).toBe(exitCodes.notRunning)
  expect(JSON.parse(stdout)).toMatchObject({
    bridge_alive: false,
    last_heartbeat: beatMs / 1_000,
    bridge: { cursor: 42 },
  })
})

test('an enabled plugin waits for the relay while the bridge does not run', async () => {
  const home = homeOfBridge({ isRunning: false })
  const dir = serviceDir(join(home, names.baseDirectory))
  saveConfig(dir.configFile, { integrations: { webhook: { enabled: true } } })
  expect((await runHere(home, ['status'])).stdout).toContain('official, relay stopped: 0 queued, 0 failed  (refused)')
})

test('a bridge that has just ended does not run, although its heartbeat is young', async () => {
  const home = homeOfBridge({ isRunning: false })
  expect((await runHere(home, ['status'])).status).toBe(exitCodes.notRunning)
})

test('reads the directory in SERVICE_DIR', async () => {
  const home = homeOfBridge()
  const elsewhere = folderOfTest()
  mkdirSync(join(elsewhere, 'empty'))
  const { status } = await runHere(elsewhere, ['status'], { SERVICE_DIR: join(home, names.baseDirectory) })
  expect(status).toBe(exitCodes.done)
})
