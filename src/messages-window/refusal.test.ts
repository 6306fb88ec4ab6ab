import { expect, it } from 'vitest'
import type { Message } from '../contract/message.ts'
import type { Change } from './change.ts'
import { refusalOf } from './refusal.ts'
import { messageWith, sentMs } from './test-message.ts'

const minute = 60_000
const like: Change = { kind: 'tapback', emoji: '👍', remove: false }
const edit: Change = { kind: 'edit', text: 'better' }
const unsend: Change = { kind: 'unsend' }
const picture = { kind: 'image' } as Message['attachments'][number]
const version = { text: 'before', ts: null }

const refusal = (change: Change, message = messageWith(), newest = [message], laterMs = minute) =>
  refusalOf(change, message, { newest, nowMs: sentMs + laterMs })

it.each([like, edit, unsend])('a text from a minute ago can be changed: %j', (change) => {
  expect(refusal(change)).toBeNull()
})

it('messages of others can be reacted to, and nothing else', () => {
  const theirs = messageWith({ is_from_me: false, status: null })
  expect(refusal(like, theirs, [theirs], 100 * minute)).toBeNull()
  expect(refusal(edit, theirs)).toMatch('own messages')
  expect(refusal(unsend, theirs)).toMatch('own messages')
})

it.each<[Partial<Message>, string]>([
  [{ unsent: true }, 'unsent'],
  [{ text: '' }, 'nothing but text'],
  [{ attachments: [picture] }, 'nothing but text'],
  [{ kind: 'app' }, 'nothing but text'],
  [{ service: 'SMS' }, 'this one is SMS'],
  [{ service: 'RCS' }, 'this one is RCS'],
  [{ status: 'failed' }, 'not gone out'],
  [{ status: 'pending' }, 'not gone out'],
])('a message with %j is not changed', (changes, why) => {
  for (const change of [like, edit, unsend]) expect(refusal(change, messageWith(changes))).toMatch(why)
})

it('a message with the same text as another one nearby is not touched', () => {
  const message = messageWith()
  expect(refusal(like, message, [messageWith({ rowid: 5, text: ' hello ' }), message])).toMatch('says the same')
})

it('a message far back is not touched', () => {
  expect(refusal(like, messageWith(), [messageWith({ rowid: 99 })])).toMatch('newest 50')
})

it.each<[Change, number, string]>([
  [edit, 15 * minute, '15 minutes'],
  [unsend, 2 * minute, '2 minutes'],
])('Apple’s time limits hold: %j', (change, laterMs, why) => {
  expect(refusal(change, messageWith(), [messageWith()], laterMs - 1)).toBeNull()
  expect(refusal(change, messageWith(), [messageWith()], laterMs)).toMatch(why)
})

it('a message is edited at most five times', () => {
  expect(refusal(edit, messageWith({ edits: Array(4).fill(version) }))).toBeNull()
  expect(refusal(edit, messageWith({ edits: Array(5).fill(version) }))).toMatch('five edits')
})

it('reactions that the window does not offer are refused', () => {
  expect(refusal({ kind: 'tapback', emoji: '🎉', remove: false })).toMatch('❤️ 👍 👎 😂 ‼️ ❓')
})
