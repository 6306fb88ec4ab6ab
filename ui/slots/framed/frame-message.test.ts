import { expect, test } from 'vitest'
import { frameMessage, perSecond } from './frame-message.ts'

test('a message of the protocol is accepted', () => {
  const message = { type: 'trees', trees: [{ mount: 'a', tree: null }] }
  expect(frameMessage(JSON.stringify(message))).toEqual({ message })
})

test.each([
  [{ type: 'pong' }, 'bad_tree'],
  ['{', 'bad_tree'],
  ['[]', 'bad_tree'],
  ['{"type":"constructor"}', 'bad_tree'],
  ['{"type":"trees","trees":[null]}', 'bad_tree'],
  ['{"type":"call","call":"1","method":"log","args":{}}', 'bad_tree'],
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
