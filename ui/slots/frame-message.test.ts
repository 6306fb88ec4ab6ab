import { expect, test } from 'vitest'
import { frameMessage, perSecond } from './frame-message.ts'

test('a message of the protocol is accepted', () => {
  const message = { type: 'size', width: 100, height: 20 }
  expect(frameMessage(JSON.stringify(message))).toEqual({ message })
})

test.each([
  [{ type: 'pong' }, 'bad_message'],
  ['{', 'bad_message'],
  ['[]', 'bad_message'],
  ['{"type":"constructor"}', 'bad_message'],
  ['{"type":"size","width":null,"height":1}', 'bad_message'],
  ['{"type":"call","call":"1","method":"log","args":{}}', 'bad_message'],
  [JSON.stringify({ type: 'pong', more: 'x'.repeat(65_536) }), 'too_much'],
])('any other message is a breach', (data, breach) => {
  expect(frameMessage(data)).toMatchObject({ breach })
})

test('counts by second and by name', () => {
  let nowMs = 0
  const may = perSecond(2, () => nowMs)
  expect([may('a'), may('a'), may('a'), may('b')]).toEqual([true, true, false, true])
  nowMs = 1_000
  expect(may('a')).toBe(true)
})
