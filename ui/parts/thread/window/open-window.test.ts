import { expect, test } from 'vitest'
import type { StreamEvent } from '../../../../src/contract/events.ts'
import type { Message } from '../../../../src/contract/message.ts'
import { messageOf, messagesOf } from '../test-message.ts'
import { type OpenWindow, openWindow, type Question } from './open-window.ts'

const guid = 'iMessage;-;+12025550123'

/** Answers requests as the service would for a conversation of this length. */
function conversationOf(count: number) {
  const messages = messagesOf(1, count)
  const asked: Question[] = []
  const heard: number[] = []
  const ask = async (question: Question): Promise<Message[]> => {
    asked.push(question)
    await Promise.resolve()
    const { limit, before_rowid, after_rowid, around_rowid } = question
    const after = (rowid: number, most: number) => messages.filter((one) => one.rowid > rowid).slice(0, most)
    const before = (rowid: number, most: number) =>
      most === 0 ? [] : messages.filter((one) => one.rowid < rowid).slice(-most)
    if (before_rowid !== undefined) return before(before_rowid, limit)
    if (after_rowid !== undefined) return after(after_rowid, limit)
    if (around_rowid === undefined) return messages.slice(-limit)
    const older = before(around_rowid, Math.floor(limit / 2))
    return [...older, ...after(around_rowid - 1, limit - older.length)]
  }
  const onNew = (found: readonly Message[]) => void heard.push(...found.map(({ rowid }) => rowid))
  return { messages, asked, heard, thread: openWindow({ guid, ask, onNew }) }
}

const rowids = ({ store }: OpenWindow) => store.getState().window.rows.map(({ rowid }) => rowid)
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))
const arrival = (rowid: number): StreamEvent => ({ type: 'new_message', chat_guid: guid, rowid })

test('loads a long conversation at both ends without a gap', async () => {
  const { thread } = conversationOf(2_000)
  await thread.showAround(1_000)
  for (let step = 0; step < 7; step++) await thread.loadOlder()
  for (let step = 0; step < 9; step++) await thread.loadNewer()
  const shown = rowids(thread)
  expect(shown).toEqual(Array.from({ length: shown.length }, (_, at) => (shown[0] ?? 0) + at))
  expect(shown.length).toBe(600)
})

test('each end is requested once at a time', async () => {
  const { thread, asked } = conversationOf(500)
  await thread.showNewest()
  await Promise.all([thread.loadOlder(), thread.loadOlder(), thread.loadOlder()])
  expect(asked).toHaveLength(2)
})

test('a response to an earlier request does not disturb a later one', async () => {
  const { thread } = conversationOf(1_000)
  await thread.showNewest()
  await Promise.all([thread.loadOlder(), thread.showAround(100)])
  expect(rowids(thread)[0]).toBe(50)
  expect(rowids(thread)).toHaveLength(100)
})

test('a burst of new messages takes few requests, and all are reported', async () => {
  const { thread, messages, asked, heard } = conversationOf(10)
  await thread.showNewest()
  for (let rowid = 11; rowid <= 30; rowid++) {
    messages.push(messageOf(rowid))
    thread.onEvent(arrival(rowid))
  }
  await settled()
  expect(rowids(thread)).toHaveLength(30)
  expect(heard).toHaveLength(20)
  expect(asked.length).toBeLessThan(5)
})

test('a new message is reported even when it is not loaded, one of another conversation is not', async () => {
  const { thread, messages, heard } = conversationOf(1_000)
  await thread.showAround(100)
  messages.push(messageOf(1_001))
  thread.onEvent(arrival(1_001))
  thread.onEvent(arrival(5_000))
  await settled()
  expect(heard).toEqual([1_001])
  expect(rowids(thread)).toHaveLength(100)
})

test('one change is read singly, many changes together', async () => {
  const { thread, messages, asked } = conversationOf(50)
  await thread.showNewest()
  messages[4] = messageOf(5, { text: 'edited' })
  thread.onEvent({ type: 'message_edited', chat_guid: guid, rowid: 5 })
  await settled()
  expect(thread.store.getState().window.rows[4]?.text).toBe('edited')
  for (let rowid = 1; rowid <= 20; rowid++) thread.onEvent({ type: 'message_read', chat_guid: guid, rowid })
  await settled()
  expect(asked.length).toBeLessThan(7)
})

test('after a reset all loaded messages are read again', async () => {
  const { thread, messages, heard } = conversationOf(50)
  await thread.showNewest()
  messages.splice(9, 1)
  messages.push(messageOf(51))
  thread.onEvent({ type: 'reset' })
  await settled()
  expect(rowids(thread)).toEqual(messages.map(({ rowid }) => rowid))
  thread.onEvent(arrival(51))
  await settled()
  expect(heard).toEqual([51])
})

test('a failed request sets the error and can be repeated', async () => {
  let fails = true
  const ask = async () => {
    if (fails) throw new Error('no answer')
    return messagesOf(1, 2)
  }
  const thread = openWindow({ guid, ask, onNew: () => undefined })
  await thread.showNewest()
  expect(thread.store.getState()).toMatchObject({ isReady: false, error: new Error('no answer') })
  fails = false
  await thread.showNewest()
  expect(thread.store.getState()).toMatchObject({ isReady: true, error: null })
})
