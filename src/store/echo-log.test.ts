import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { ConversationKey, MessageGuid, RowId } from '../contract/ids.ts'
import { openEchoLog, type PossibleEcho, type Sending } from './echo-log.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)
const minuteMs = 60_000
const sentMs = Date.UTC(2026, 0, 2)
const bob = 'dm:+15550001' as ConversationKey
const guid = (name: string) => name as MessageGuid

function echoLog(path = join(testFolder(), 'echo_log.db')) {
  const reports: unknown[] = []
  const log = openEchoLog({ path, onQuarantine: (report) => reports.push(report) })
  onTestFinished(log.close)
  const send = (over: Partial<Sending> = {}) =>
    log.record({ conversation: bob, kind: 'text', text: 'hello', createdAtMs: sentMs, ...over })
  let rows = 0
  const sentByUs = (over: Partial<PossibleEcho> = {}) =>
    log.sentByUs({
      conversation: bob,
      guid: guid(`row-${++rows}`),
      text: 'hello',
      sentAtMs: sentMs + 1_000,
      isFromMe: true,
      isSelfChat: false,
      ...over,
    })
  return { ...log, path, send, sentByUs, reports }
}

it('recognises what we sent, and nothing before we sent it', () => {
  const { send, sentByUs } = echoLog()
  expect(sentByUs()).toBe(false)
  send()
  expect(sentByUs({ text: 'other' })).toBe(false)
  expect(sentByUs({ conversation: 'dm:+15550002' as ConversationKey })).toBe(false)
  expect(sentByUs()).toBe(true)
})

it('recognises one row for each sending: the next one like it was typed by the user', () => {
  const { send, sentByUs } = echoLog()
  send()
  send()
  expect([sentByUs(), sentByUs(), sentByUs()]).toEqual([true, true, false])
})

it('gives the same answer for the same row again', () => {
  const { path, send, sentByUs } = echoLog()
  send()
  expect([1, 2, 3].map(() => sentByUs({ guid: guid('same') }))).toEqual([true, true, true])
  expect(echoLog(path).sentByUs({ guid: guid('same') })).toBe(true)
})

it('never takes the words of another person for our own', () => {
  const { send, sentByUs } = echoLog()
  send()
  expect(sentByUs({ isFromMe: false })).toBe(false)
  expect(sentByUs()).toBe(true)
})

it('recognises both rows of a message to oneself, and no third', () => {
  const { send, sentByUs } = echoLog()
  send()
  const [sent, received] = [
    { isSelfChat: true },
    { isSelfChat: true, isFromMe: false, sentAtMs: sentMs + 4 * minuteMs },
  ]
  expect([sentByUs(sent), sentByUs(received)]).toEqual([true, true])
  expect([sentByUs(sent), sentByUs(received)]).toEqual([false, false])
})

it.each([
  [-minuteMs - 1, false],
  [-minuteMs, true],
  [10 * minuteMs, true],
  [10 * minuteMs + 1, false],
])('for a row %i ms after the sending the answer is %s', (distanceMs, expected) => {
  const { send, sentByUs } = echoLog()
  send()
  expect(sentByUs({ sentAtMs: sentMs + distanceMs })).toBe(expected)
})

it.each([
  ['hello', '  hello\n'],
  ['caf\u00e9', 'cafe\u0301'],
  ['two\r\nlines', 'two\nlines'],
  ['with a picture', '\ufffcwith a picture'],
  [null, '\ufffc'],
])('knows %j in the form in which Messages shows it: %j', (text, shown) => {
  const { send, sentByUs } = echoLog()
  send({ text })
  expect(sentByUs({ text: shown })).toBe(true)
})

it('knows a row that was found before, whatever its text has become', () => {
  const { send, sentByUs, landed } = echoLog()
  landed(send(), { guid: guid('found'), rowid: 7 as RowId })
  expect(sentByUs({ guid: guid('found'), text: 'edited', sentAtMs: sentMs + 60 * minuteMs })).toBe(true)
  expect(sentByUs()).toBe(false)
})

it('forgets a sending that failed', () => {
  const { send, sentByUs, failed } = echoLog()
  failed(send())
  expect(sentByUs()).toBe(false)
})

it('knows what another process sent', () => {
  const web = echoLog()
  const bridge = echoLog(web.path)
  web.send()
  expect(bridge.sentByUs()).toBe(true)
})

it('keeps a week', () => {
  const { send, sentByUs } = echoLog()
  send()
  send({ text: 'later', createdAtMs: sentMs + 8 * 24 * 60 * minuteMs })
  expect(sentByUs()).toBe(false)
})

it('begins anew over a damaged file, and says so', () => {
  const path = join(testFolder(), 'echo_log.db')
  writeFileSync(path, 'garbage'.repeat(1_000))
  const { send, sentByUs, reports } = echoLog(path)
  expect(reports).toHaveLength(1)
  send()
  expect(sentByUs()).toBe(true)
})
