import { expect, it } from 'vitest'
import { byteRange } from './byte-range.ts'

it.each<[string | undefined, ReturnType<typeof byteRange>]>([
  [undefined, 'whole'],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['Bytes = 10 - 19', { start: 10, end: 19 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=200-300', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=99999999999999999999-', 'unsatisfiable'],
  ['bytes=0-99999999999999999999', { start: 0, end: 99 }],
  ['bytes=-99999999999999999999', { start: 0, end: 99 }],
  ['bytes=20-10', 'whole'],
  ['bytes=200-100', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=', 'whole'],
  ['bytes=a-b', 'whole'],
  ['bytes=--5', 'whole'],
  ['bytes=1.5-3', 'whole'],
  ['bytes=0-1,5-9', 'whole'],
  ['items=0-1', 'whole'],
  ['nonsense', 'whole'],
])('for a hundred bytes, %j requests %j', (header, range) => {
  expect(byteRange(header, 100)).toEqual(range)
})

it.each(['bytes=0-', 'bytes=-1', 'bytes=0-0'])('an empty file has no %s', (header) => {
  expect(byteRange(header, 0)).toBe('unsatisfiable')
})
