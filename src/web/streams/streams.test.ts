import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import type { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { Caller } from '../../actions/action.ts'
import { deliveryRecords } from '../../actions/delivery-records.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { openJournal } from '../../store/journal/open.ts'
import { ingestInto, nobody, pageOf, relayed, toIntegrations } from '../../store/journal/test-journal.ts'
import { createLogger } from '../../store/log-file.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'
import { testFolders } from '../../store/test-folder.ts'
import { testApp } from '../test-app.ts'
import { openStreams } from './streams.ts'

const testFolder = testFolders(onTestFinished)

interface Setup {
  stillAdmitted?: (caller: Caller) => boolean
  checkEveryMs?: number
}

async function streaming({ stillAdmitted = () => true, checkEveryMs }: Setup = {}) {
  const dir = serviceDir(testFolder())
  prepareServiceDir(dir)
  const streams = openStreams({
    dir,
    stillAdmitted,
    narrowFor: () => undefined,
    secret: new Uint8Array(32),
    deliveriesShown: (all) => deliveryRecords(all, {}),
    checkEveryMs,
  })
  const { app } = testApp({ streams })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    streams.close()
    await app.close()
  })
  return { dir, url, streams, log: createLogger({ path: dir.logFile, source: 'web' }) }
}

function journalAt(file: string): DatabaseSync {
  const { db } = openJournal(file)
  onTestFinished(() => void (db.isOpen && db.close()))
  return db
}

let next = 1
/** Commits events for these messages; each event carries its rowid. */
function happen(db: DatabaseSync, ...rowids: number[]): void {
  const taken = rowids.map((rowid) => relayed(rowid, { guid: `event-${next++}` as never }))
  ingestInto(db).commit(pageOf(taken), nobody)
}

/** Reads a stream and keeps what it has sent so far. */
async function readerOf(url: string, headers: Record<string, string> = {}) {
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const response = await fetch(url, { headers, signal: ending.signal })
  let text = ''
  const ended = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
  })().catch(() => undefined)
  return {
    response,
    ended,
    leave: () => ending.abort(),
    text: () => text,
    data: () => [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? '')),
    ids: () => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id)),
  }
}

const rowidsOf = (reader: Awaited<ReturnType<typeof readerOf>>) => reader.data().map(({ type, rowid }) => rowid ?? type)

test('every reader gets each event once, in order, with its id', async () => {
  const { dir, url } = await streaming()
  const db = journalAt(dir.journalFile)
  happen(db, 1, 2)
  const readers = await Promise.all([1, 2, 3].map(() => readerOf(`${url}/api/v1/events`)))
  for (let rowid = 3; rowid <= 40; rowid++) happen(db, rowid)
  for (const reader of readers) {
    await expect.poll(() => rowidsOf(reader).length).toBe(38)
    expect(rowidsOf(reader)).toEqual(Array.from({ length: 38 }, (_, index) => index + 3))
    expect(reader.ids()).toEqual(Array.from({ length: 39 }, (_, index) => index + 2))
    expect(reader.data()[0]).toEqual({ type: 'new_message', chat_guid: 'any;-;+12025550123', rowid: 3 })
  }
})

test.each([
  ['since', '?since=2', {}],
  ['Last-Event-ID', '', { 'last-event-id': '2' }],
  ['Last-Event-ID rather than since', '?since=0', { 'last-event-id': '2' }],
])('a reader that reconnects continues after its %s', async (_what, query, headers) => {
  const { dir, url } = await streaming()
  const db = journalAt(dir.journalFile)
  happen(db, 1, 2, 3, 4)
  const reader = await readerOf(`${url}/api/v1/events${query}`, headers as Record<string, string>)
  await expect.poll(() => rowidsOf(reader)).toEqual([3, 4])
  happen(db, 5)
  await expect.poll(() => rowidsOf(reader)).toEqual([3, 4, 5])
})

test('thousands of missed events come first, then new ones, without gap or repeat', async () => {
  const { dir, url } = await streaming()
  const db = journalAt(dir.journalFile)
  const rowids = Array.from({ length: 6_000 }, (_, index) => index + 1)
  happen(db, ...rowids)
  const reader = await readerOf(`${url}/api/v1/events?since=0`)
  happen(db, 6_001)
  await expect.poll(() => reader.ids().length).toBe(6_001)
  expect(reader.ids()).toEqual([...rowids, 6_001])
})

test.each([
  ['no longer kept', 1],
  ['from the future', 99],
])('an id that is %s causes a reset, and the stream goes on', async (_what, since) => {
  const { dir, url } = await streaming()
  const db = journalAt(dir.journalFile)
  happen(db, 1, 2, 3, 4)
  db.exec('DELETE FROM event WHERE id <= 3')
  const reader = await readerOf(`${url}/api/v1/events?since=${since}`)
  happen(db, 5)
  await expect.poll(() => rowidsOf(reader)).toEqual(['reset', 5])
  expect(reader.ids()).toEqual([4, 5])
})

test('a stream may be opened before there is a journal', async () => {
  const { dir, url } = await streaming()
  const reader = await readerOf(`${url}/api/v1/events`)
  happen(journalAt(dir.journalFile), 1)
  await expect.poll(() => rowidsOf(reader)).toEqual([1])
})

test('a new journal causes a reset', async () => {
  const { dir, url } = await streaming()
  const db = journalAt(dir.journalFile)
  happen(db, 1, 2, 3)
  const reader = await readerOf(`${url}/api/v1/events`)
  db.close()
  for (const suffix of ['', '-wal', '-shm']) rmSync(dir.journalFile + suffix, { force: true })
  const anew = journalAt(dir.journalFile)
  await expect.poll(() => rowidsOf(reader)).toEqual(['reset'])
  happen(anew, 9)
  await expect.poll(() => rowidsOf(reader)).toEqual(['reset', 9])
})

test('an id that is not a number is refused', async () => {
  const { url } = await streaming()
  const { response } = await readerOf(`${url}/api/v1/events`, { 'last-event-id': 'x' })
  expect(response.status).toBe(400)
})

/** A reader that stops reading after the first bytes. */
async function stuckReader(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.write(`GET /api/v1/events HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}

test('a reader that does not read is dropped with the reason, and the others get everything', async () => {
  const { dir, url } = await streaming()
  const db = journalAt(dir.journalFile)
  const stuck = await stuckReader(url)
  const reader = await readerOf(`${url}/api/v1/events`)
  // This is more than the system's own buffers take.
  const [rounds, inRound, chat_guid] = [12, 100, 'x'.repeat(10_000)]
  for (let round = 1; round <= rounds; round++) {
    const events = Array.from({ length: inRound }, () => ({ type: 'new_message' as const, chat_guid, rowid: 1 }))
    ingestInto(db).commit(pageOf([relayed(round, { guid: `fat-${round}` as never, events })]), nobody)
    await expect.poll(() => reader.text().includes(`id: ${round * inRound}\n`)).toBe(true)
  }
  let text = ''
  stuck.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  await once(stuck, 'close')
  expect(text.slice(text.lastIndexOf('event:'))).toMatch(
    /^event: dropped\ndata: {"type":"dropped","reason":"too_slow"}\n\n/,
  )
  expect(text.length).toBeLessThan(reader.text().length)
})

test('a reader that is no longer admitted is dropped with the reason', async () => {
  let isAdmitted = true
  const { url } = await streaming({ stillAdmitted: () => isAdmitted, checkEveryMs: 20 })
  const reader = await readerOf(`${url}/api/v1/events`)
  await expect.poll(reader.text).toContain(': ping')
  isAdmitted = false
  await reader.ended
  expect(reader.text()).toContain('event: dropped\ndata: {"type":"dropped","reason":"no_longer_admitted"}')
})

test('one caller may have 32 streams, and another one still has room', async () => {
  const { url } = await streaming()
  const opened = await Promise.all(Array.from({ length: 32 }, () => readerOf(`${url}/api/v1/events`)))
  const { response } = await readerOf(`${url}/api/logs`)
  expect([response.status, (await readerOf(`${url}/api/v1/events`, { 'x-id': 'other' })).response.status]).toEqual([
    429, 200,
  ])
  opened[0]?.leave()
  await expect.poll(async () => (await readerOf(`${url}/api/v1/events`)).response.status).toBe(200)
})

test('the log starts with the requested backlog and then goes on live, for every reader', async () => {
  const { url, log } = await streaming()
  for (let line = 1; line <= 5; line++) log.info(`line ${line}`)
  const [few, none] = [await readerOf(`${url}/api/logs?backlog=2`), await readerOf(`${url}/api/logs?backlog=0`)]
  const messages = (reader: typeof few) => reader.data().map(({ msg }) => msg)
  await expect.poll(() => messages(few)).toEqual(['line 4', 'line 5'])
  log.warn('line 6')
  await expect.poll(() => messages(few)).toEqual(['line 4', 'line 5', 'line 6'])
  await expect.poll(() => messages(none)).toEqual(['line 6'])
  expect(few.data()[2]).toMatchObject({ source: 'web', level: 'warn', msg: 'line 6', ts: expect.any(String) })
})

/** Commits messages with a delivery each. */
function deliver(db: DatabaseSync, ...rowids: number[]): void {
  const taken = rowids.map((rowid) => relayed(rowid, { guid: `guid-${rowid}` as never, events: [] }))
  ingestInto(db).commit(pageOf(taken, { nowMs: Date.now() }), toIntegrations('hook'))
}

const deliveriesTold = (reader: Awaited<ReturnType<typeof readerOf>>) =>
  reader
    .data()
    .filter(({ type }) => type === 'delivery_updated')
    .map(({ delivery }) => [delivery.rowid, delivery.state, delivery.plugin])

test('a reader is told of each delivery as it changes, without an id', async () => {
  const { dir, url } = await streaming()
  const db = journalAt(dir.journalFile)
  const reader = await readerOf(`${url}/api/v1/events`)
  deliver(db, 1)
  await expect.poll(() => deliveriesTold(reader)).toEqual([[1, 'queued', 'hook']])
  db.prepare("UPDATE delivery SET attempts = 1, next_at_ms = 5, last_error = 'no'").run()
  await expect.poll(() => deliveriesTold(reader).slice(1)).toEqual([[1, 'retrying', 'hook']])
  db.prepare("UPDATE delivery SET state = 'acked', settled_at_ms = ?").run(Date.now())
  await expect.poll(() => deliveriesTold(reader).slice(2)).toEqual([[1, 'delivered', 'hook']])
  happen(db, 7)
  await expect.poll(() => rowidsOf(reader).at(-1)).toBe(7)
  expect(reader.ids()).toEqual([0, 1])
})

test('many deliveries at once are told as one change of the lists', async () => {
  const { dir, url } = await streaming()
  const db = journalAt(dir.journalFile)
  const reader = await readerOf(`${url}/api/v1/events`)
  deliver(db, ...Array.from({ length: 200 }, (_, index) => index + 1))
  await expect.poll(() => reader.data().map(({ type }) => type)).toContain('deliveries_changed')
  expect(deliveriesTold(reader)).toEqual([])
  db.prepare("UPDATE delivery SET state = 'skipped', settled_at_ms = ? WHERE guid = 'guid-7'").run(Date.now())
  await expect.poll(() => reader.data().length).toBeGreaterThan(1)
})

test('a stop sends every reader the reason', async () => {
  const { url, streams } = await streaming()
  const readers = await Promise.all([readerOf(`${url}/api/v1/events`), readerOf(`${url}/api/logs`)])
  streams.close()
  for (const reader of readers) {
    await reader.ended
    expect(reader.text()).toContain('{"type":"dropped","reason":"stopping"}')
  }
})

test('HEAD opens no stream', async () => {
  const { url } = await streaming()
  const response = await fetch(`${url}/api/v1/events`, { method: 'HEAD' })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
})

test('a refused stream gets the same error response as other requests', async () => {
  const { app } = testApp({
    streams: {
      events() {
        throw new ServiceError('too_many_streams', 'Too many.')
      },
      logs() {},
      close() {},
    },
  })
  const response = await app.inject('/api/v1/events')
  expect(response.json().error.code).toBe('too_many_streams')
})
