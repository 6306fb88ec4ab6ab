import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMac } from '../../simulator/create.ts'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { testFolders } from '../store/test-folder.ts'
import type { ChatDb } from './chat-db.ts'
import { messagesPaths } from './messages-paths.ts'
import { watchChatDb } from './watched-chat-db.ts'

const service = fileURLToPath(new URL('../../bin/service.mjs', import.meta.url))
/** The command starts from the sources, which need the pinned Node, also where these tests run on an older one. */
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))
const folderOfTest = testFolders(onTestFinished)

test.each([
  ['its log was', ['-wal', '-shm']],
  ['the index of its log was', ['-shm']],
])('no connection to chat.db misses changes after %s deleted and begun anew', (_what, suffixes) => {
  const home = folderOfTest()
  createMac(home, { messages: 0, chats: 0 })
  const { database } = messagesPaths(home)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const build = ({ db }: ChatDb) => db.prepare('SELECT count(*) AS n FROM message')
  const [often, rarely] = [watchChatDb(database, build), watchChatDb(database, build, { isAskedRarely: true })]
  onTestFinished(() => [often, rarely].forEach((one) => void one.close()))
  const count = (one: typeof often) => one.check() && one.reading((rows) => rows.get()?.n)
  expect([count(often), count(rarely)]).toEqual([0, 0])
  for (const suffix of suffixes) rmSync(database + suffix)
  const received = ['sim', 'receive', home, '--from', '+12025550123', '--text', 'into the new log']
  execFileSync(node, [service, ...received])
  expect(() => often.check()).toThrow('new log')
  vi.advanceTimersByTime(2_000)
  expect([count(often), count(rarely)]).toEqual([1, 1])
})

function watchedMac() {
  const mac = temporaryMac()
  const path = messagesPaths(mac.home).database
  const watched = watchChatDb(path, (chatDb) => chatDb)
  onTestFinished(() => {
    watched.close()
    mac.close()
  })
  return { mac, path, watched }
}

test('a failed read is explained, and the file is opened again', () => {
  const { mac, path, watched } = watchedMac()
  watched.check()
  const locked = Object.assign(new Error('database is locked'), { errcode: 5 })
  const failing = () =>
    watched.reading(() => {
      throw locked
    })
  expect(failing).toThrow(
    expect.objectContaining({ code: 'messages_busy', details: expect.objectContaining({ path: path }) }),
  )
  mac.messages.receive({ from: '+12025550123', text: 'one' })
  expect(watched.check()).toBe('fresh')
})

test('a programming error is rethrown unchanged', () => {
  const { watched } = watchedMac()
  watched.check()
  const mistake = new TypeError('ours')
  expect(() =>
    watched.reading(() => {
      throw mistake
    }),
  ).toThrow(mistake)
})

test('reading before polling is a programming error', () => {
  expect(() => watchedMac().watched.open()).toThrow(/before it was looked at/)
})
