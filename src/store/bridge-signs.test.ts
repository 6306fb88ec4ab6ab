import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bridgeSigns } from './bridge-signs.ts'
import { openStatusFile } from './bridge-status.ts'
import { openHeartbeat } from './heartbeat.ts'
import { openJournal } from './journal/open.ts'
import { readJournal } from './journal/reader.ts'
import { ingestInto, nobody, pageOf, relayed, skipped } from './journal/test-journal.ts'
import { openMirror } from './mirror-file.ts'
import { prepareServiceDir, serviceDir } from './service-dir.ts'
import { testFolders } from './test-folder.ts'

const folderOfTest = testFolders(onTestFinished)

function signsOf({ mirrorFile = null as string | null } = {}) {
  const dir = serviceDir(join(folderOfTest(), '.service'))
  prepareServiceDir(dir)
  const journal = readJournal(dir.journalFile)
  const { db } = openJournal(dir.journalFile)
  const ingest = ingestInto(db)
  onTestFinished(() => {
    journal.close()
    db.close()
  })
  const take = (...rows: Parameters<typeof pageOf>[0]) => ingest.commit(pageOf(rows), nobody)
  return { dir, take, signs: bridgeSigns({ dir, journal, mirrorFile: () => mirrorFile }) }
}

function mirrorAt(path: string) {
  const mirror = openMirror(path)
  onTestFinished(mirror.close)
  return mirror
}

const message = (source: string, sentAtMs: number) => ({
  event: 'message',
  source,
  fields: { sent_at: new Date(sentAtMs).toISOString() },
})

test('nothing is known where no bridge ever ran', () => {
  const { signs } = signsOf()
  expect([signs.lastHeartbeatS(), signs.status(), signs.lastMessageMs()]).toEqual([undefined, undefined, undefined])
})

test('the heartbeat and status are read as the bridge wrote them', () => {
  const { dir, signs } = signsOf()
  const heartbeat = openHeartbeat(dir.heartbeatFile)
  const statusFile = openStatusFile(dir.statusFile)
  const [state, reason] = ['degraded', 'messages_busy'] as const
  const status = { pid: 7, started_at: '2026-01-01T00:00:00.000Z', state, reason, cursor: 3, pending: 1, dead: 2 }
  heartbeat.write(1_763_700_000_123)
  statusFile.write(status)
  expect([signs.lastHeartbeatS(), signs.status()]).toEqual([1_763_700_000.123, status])
})

test('the newest message is the one relayed last, even while later ones are skipped', () => {
  const { take, signs } = signsOf()
  take(relayed(1, { sentAtMs: 1_000 }), relayed(2, { sentAtMs: 2_000 }), skipped(3, 'junk'))
  expect(signs.lastMessageMs()).toBe(2_000)
  take(skipped(4, 'junk'))
  expect(signs.lastMessageMs()).toBe(2_000)
  take(relayed(5, { sentAtMs: 5_000 }))
  expect(signs.lastMessageMs()).toBe(5_000)
})

test('where a mirror is written, its last message from the bridge counts, and not what plugins write after it', () => {
  const { dir, take, signs } = signsOf({ mirrorFile: 'mirror.jsonl' })
  take(relayed(1, { sentAtMs: 1_000 }))
  expect(signs.lastMessageMs()).toBe(1_000)
  const mirror = mirrorAt(dir.mirrorFile)
  mirror.append(message('bridge', 7_000))
  mirror.append(message('webhook', 8_000))
  mirror.append({ event: 'sent', source: 'webhook', fields: { text: '"event":"message"' } })
  appendFileSync(dir.mirrorFile, '{"event":"message","source":"bri')
  expect(signs.lastMessageMs()).toBe(7_000)
  mirrorAt(dir.mirrorFile).append(message('bridge', 9_000))
  expect(signs.lastMessageMs()).toBe(9_000)
})

test('only the end of a large mirror is read; if it holds no message, the journal is used', () => {
  const { dir, take, signs } = signsOf({ mirrorFile: 'mirror.jsonl' })
  take(relayed(1, { sentAtMs: 1_000 }))
  const { fields, ...named } = message('bridge', 5)
  const [early, other] = [JSON.stringify({ ...named, ...fields }), `{"event":"x","y":"${'z'.repeat(500)}"}`]
  writeFileSync(dir.mirrorFile, `${early}\n${`${other}\n`.repeat(200)}`, { mode: 0o600 })
  expect(signs.lastMessageMs()).toBe(1_000)
})
