import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { setFault } from '../programs/faults.ts'
import { asideOf, copyDatabase, replaceDatabase } from '../scenarios/database-files.ts'
import { type TemporaryMac, temporaryMac } from '../temporary-mac.ts'
import { type LiveEvent, lineOf } from './live-event.ts'
import { type LiveOptions, liveTalk } from './live-talk.ts'
import { isLive } from './presence.ts'

const FAST = 6000
const QUIET = 0.001

let mac: TemporaryMac
let stop: AbortController
let talking: Promise<void>
let events: LiveEvent[]

beforeEach(() => {
  mac = temporaryMac({ messages: 60, chats: 6 })
  stop = new AbortController()
  events = []
})
afterEach(async () => {
  stop.abort()
  await talking
  mac.close()
})

function begin(options: Partial<LiveOptions> = {}): void {
  talking = liveTalk(mac, {
    rate: FAST,
    seed: 1,
    signal: stop.signal,
    onEvent: (event) => events.push(event),
    ...options,
  })
}

const until = (condition: () => unknown) => expect.poll(condition)
const rowOf = (guid: string) =>
  mac.messages.db
    .prepare('SELECT is_from_me, is_finished, is_sent, is_delivered, is_read, error FROM message WHERE guid = ?')
    .get(guid)
const kinds = () => new Set(events.map(({ kind }) => kind))

it('people write, react and send files, and the owner writes from elsewhere', async () => {
  begin()
  await until(() =>
    ['received', 'tapback', 'arrived', 'sent', 'delivered'].filter((kind) => !kinds().has(kind as LiveEvent['kind'])),
  ).toEqual([])
  const received = events.find(({ kind }) => kind === 'received') as LiveEvent
  expect(rowOf(received.guid)).toMatchObject({ is_from_me: 0, is_finished: 1 })
  expect(lineOf(received)).toMatch(/^→ .+: .+/)
})

it('as much happens as requested, even if that is more than one event at a time', async () => {
  let atOnce = 0
  let most = 0
  begin({
    rate: 60_000,
    onEvent: () => {
      most = Math.max(most, ++atOnce)
      queueMicrotask(() => {
        atOnce = 0
      })
    },
  })
  await until(() => most).toBeGreaterThan(10)
})

async function sendByScript(): Promise<string> {
  await until(() => isLive(mac.home)).toBe(true)
  const chat = mac.messages.listChats().find(({ isGroup, service }) => !isGroup && service === 'iMessage')?.guid ?? ''
  const script = 'on run {t, c}\ntell application "Messages" to send t to chat id c\nend run'
  expect(spawnSync(join(mac.bin, 'osascript'), ['-', 'are you there?', chat], { input: script }).status).toBe(0)
  return chat
}

it('a message sent by script is sent, delivered, read and answered', async () => {
  begin({ rate: QUIET, outOfReach: 0 })
  const chat = await sendByScript()
  await until(() => events.map(({ kind }) => kind)).toEqual(['delivered', 'read', 'received'])
  expect(events.every(({ chatGuid }) => chatGuid === chat)).toBe(true)
  expect(rowOf(events[0]?.guid ?? '')).toMatchObject({ is_from_me: 1, is_sent: 1, is_delivered: 1, is_read: 1 })
})

it('a person whose phone is off is out of reach: a line reports it, and the message fails', async () => {
  begin({ rate: QUIET, outOfReach: 1 })
  await sendByScript()
  await until(() => events.map(({ kind }) => kind)).toEqual(['unreached', 'failed'])
  expect(events.map(lineOf)).toEqual([
    expect.stringMatching(/^… .+: is out of reach$/),
    expect.stringMatching(/^✗ .+: not delivered \(error 22\)$/),
  ])
  expect(rowOf(events[0]?.guid ?? '')).toMatchObject({ is_sent: 0, error: 22 })
})

it('a fault that is set also decides while people talk', async () => {
  begin({ rate: QUIET, outOfReach: 0 })
  setFault(mac.home, { name: 'error-25', times: 1, afterMs: 1 })
  await sendByScript()
  await until(() => events.map(({ kind, text }) => `${kind}: ${text}`)).toEqual(['failed: not delivered (error 25)'])
})

it('a message that Messages is slow with lands late while people talk', async () => {
  begin({ rate: QUIET, outOfReach: 0 })
  setFault(mac.home, { name: 'lands-late', times: 1, afterMs: 300 })
  const chat = await sendByScript()
  await until(() => events[0]).toMatchObject({ kind: 'delivered', chatGuid: chat })
})

it('a message that failed stays as it is', async () => {
  begin({ rate: QUIET, outOfReach: 0 })
  const failed = mac.messages.transaction(() =>
    mac.messages.failed({ message: mac.messages.send({ to: '+12025550101', text: 'x' }) }),
  )
  const fine = mac.messages.send({ to: '+12025550101', text: 'y' })
  await until(() => rowOf(fine.guid)?.is_delivered).toBe(1)
  expect(rowOf(failed.guid)).toMatchObject({ is_sent: 0, error: 22 })
})

it('talk continues in the file that replaces chat.db', async () => {
  begin()
  await until(() => events.length).toBeGreaterThan(3)
  copyDatabase(mac.messages.db, asideOf(mac.home))
  replaceDatabase(mac.home, asideOf(mac.home))
  const before = events.length
  await until(() => events.length).toBeGreaterThan(before + 10)
  const last = events.findLast(({ kind }) => kind === 'received') as LiveEvent
  expect(rowOf(last.guid)).toBeUndefined()
})

it('an empty Mac gets its first friends', async () => {
  mac.close()
  mac = temporaryMac()
  begin()
  await until(() => kinds().has('received')).toBe(true)
})

it('ends on the signal, and then reports that it is gone', async () => {
  begin()
  await until(() => isLive(mac.home)).toBe(true)
  stop.abort()
  await talking
  expect(isLive(mac.home)).toBe(false)
})
