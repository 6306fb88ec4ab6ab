import { expect, test } from 'vitest'
import { orderIn } from './order.ts'

const read = (text: string) => orderIn(Buffer.from(text))

test.each([
  ['hello', { text: 'hello', key: null }],
  [' hello\n', { text: ' hello\n', key: null }],
  ['{"text":"hello"}', { text: 'hello', key: null }],
  ['{"text":"hello","key":"a-1"}', { text: 'hello', key: 'a-1' }],
  ['{"text":"hello","key":7}', { text: 'hello', key: '7' }],
  ['{"text":"hello","key":null,"more":1}', { text: 'hello', key: null }],
  ['{not JSON} at all', { text: '{not JSON} at all', key: null }],
  ['["text"]', { text: '["text"]', key: null }],
  ['42', { text: '42', key: null }],
])('reads %s as an order', (written, order) => {
  expect(read(written)).toEqual(order)
})

test.each([
  [''],
  [' \n'],
  ['{}'],
  ['{"text":""}'],
  ['{"text":" "}'],
  ['{"text":7}'],
  ['{"text":"a","key":""}'],
  ['{"text":"a","key":[]}'],
])('rejects %j', (written) => {
  expect(read(written)).toBeUndefined()
})

test('rejects invalid UTF-8 and payloads that are too long', () => {
  expect(orderIn(Buffer.from([0x68, 0xff]))).toBeUndefined()
  expect(read('x'.repeat(65 * 1024))).toBeUndefined()
  expect(read(JSON.stringify({ text: 'x', key: 'k'.repeat(201) }))).toBeUndefined()
})
