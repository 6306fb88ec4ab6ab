import { expect, it } from 'vitest'
import { meantByName, writtenAddress } from './recipient.ts'

it.each([
  ['any;-;+12025550123', { guid: 'any;-;+12025550123' }],
  ['iMessage;+;chat1', { guid: 'iMessage;+;chat1' }],
  ['+1 (202) 555-0123', { handle: '+1 (202) 555-0123' }],
  ['anna@example.org', { handle: 'anna@example.org' }],
  ['28333', { handle: '28333' }],
  ['Anna Keller', undefined],
  ['anna', undefined],
])('%j is read as %j', (written, address) => {
  expect(writtenAddress(written)).toEqual(address)
})

const anna = { name: 'Anna Keller', handle: '+12025550123' }
const annasMail = { name: 'Anna Keller', handle: 'anna@example.org' }
const annabel = { name: 'Annabel Lee', handle: '+12025550124' }
const anne = { name: 'Ánna', handle: '+12025550125' }

it.each([
  ['one who is found', 'anna k', [anna], [], [anna]],
  ['several people', 'anna', [anna, annabel], ['+12025550123'], [anna, annabel]],
  ['a whole name among parts', 'anna', [anna, annabel, anne], [], [anne]],
  ['one person of several addresses', 'Anna Keller', [anna, annasMail], [], [anna, annasMail]],
  ['the one address that was written to', 'anna', [anna, annasMail], ['(202) 555-0123'], [anna]],
  ['several addresses that were', 'anna', [anna, annasMail], [anna.handle, annasMail.handle], [anna, annasMail]],
  ['nobody', 'Zoe', [], [anna.handle], []],
])('resolves %s', (_what, written, found, talkedTo, meant) => {
  expect(meantByName(written, found, talkedTo)).toEqual(meant)
})
