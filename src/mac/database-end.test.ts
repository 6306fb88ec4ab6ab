import { expect, onTestFinished, test } from 'vitest'
import { temporaryMac } from '../../simulator/temporary-mac.ts'
import { openChatDb } from './chat-db.ts'
import { readEnd } from './database-end.ts'
import { messagesPaths } from './messages-paths.ts'

const anna = '+12025550123'
const nowMs = Date.UTC(2026, 5, 1)

function endOf() {
  const mac = temporaryMac({ nowMs, now: () => nowMs })
  const chatDb = openChatDb(messagesPaths(mac.home).database)
  onTestFinished(() => {
    chatDb.close()
    mac.close()
  })
  return { messages: mac.messages, end: () => readEnd(chatDb)(nowMs) }
}

test('an empty database has neither rows nor dates', () => {
  expect(endOf().end()).toEqual({ maxRowid: 0, maxGuid: null, highestEver: 0, newestMs: 0 })
})

test('the end is the highest row, and the newest date in any row', () => {
  const { messages, end } = endOf()
  messages.receive({ from: anna, text: 'now', atMs: nowMs - 1_000 })
  const { rowid, guid } = messages.receive({ from: anna, text: 'old, from iCloud', atMs: nowMs - 86_400_000 })
  expect(end()).toEqual({ maxRowid: rowid, maxGuid: guid, highestEver: rowid, newestMs: nowMs - 1_000 })
})

test('a message with a date in the future is not the newest', () => {
  const { messages, end } = endOf()
  messages.receive({ from: anna, text: 'now', atMs: nowMs })
  messages.receive({ from: anna, text: 'a wrong clock', atMs: nowMs + 86_400_000 })
  expect(end().newestMs).toBe(nowMs)
})

test('a message sent from this Mac is not the newest, because its clock may be wrong', () => {
  const { messages, end } = endOf()
  messages.receive({ from: anna, text: 'then', atMs: nowMs - 2_000 })
  messages.send({ to: anna, text: 'now', atMs: nowMs - 1_000 })
  expect(end().newestMs).toBe(nowMs - 2_000)
})

test('the highest ROWID ever used stays when the newest messages are deleted', () => {
  const { messages, end } = endOf()
  const first = messages.receive({ from: anna, text: 'stays' })
  const second = messages.receive({ from: anna, text: 'goes' })
  messages.deleteForGood({ message: second })
  expect(end()).toMatchObject({ maxRowid: first.rowid, maxGuid: first.guid, highestEver: second.rowid })
})
