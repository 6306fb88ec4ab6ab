import { expect, it } from 'vitest'
import { whitelistEntry, withEntry, withoutEntry } from './whitelist.ts'

const nobody = () => false

it.each([
  ['+49 170 1234567', { kind: 'handle', handle: '+491701234567' }],
  ['0170/123 45-67', { kind: 'handle', handle: '01701234567' }],
  ['tel:+1-415-555-0100', { kind: 'handle', handle: '+14155550100' }],
  [' Anna@Example.ORG ', { kind: 'handle', handle: 'anna@example.org' }],
  ['24273', { kind: 'handle', handle: '24273' }],
  ['AMAZON', { kind: 'handle', handle: 'AMAZON' }],
  ['iMessage;-;+14155550100', { kind: 'handle', handle: '+14155550100' }],
  ['any;-;anna@example.org', { kind: 'handle', handle: 'anna@example.org' }],
  ['any;+;chat1234567890', { kind: 'group', handle: 'any;+;chat1234567890' }],
  ['chat1234567890', { kind: 'group', handle: 'chat1234567890' }],
  ['Anna Berg', undefined],
  ['@', undefined],
  ['a@b@c', undefined],
  ['', undefined],
  ['   ', undefined],
])('%j means %j', (text, meant) => {
  expect(whitelistEntry(text, nobody)).toEqual(meant)
})

it('a group is recognised in any spelling that Messages knows', () => {
  expect(whitelistEntry('5A3E-group', (guid) => guid === '5A3E-group')).toEqual({ kind: 'group', handle: '5A3E-group' })
})

const lists = { handles: ['+49 170 1234567', 'anna@example.org'], groups: ['iMessage;+;chat1'] }

it.each([
  { kind: 'handle', handle: '01701234567' },
  { kind: 'handle', handle: 'ANNA@example.org' },
  { kind: 'group', handle: 'any;+;chat1' },
  { kind: 'group', handle: 'chat1' },
] as const)('a listed entry is not added again: %j', (meant) => {
  expect(withEntry(lists, meant)).toBe(lists)
})

it('an entry that is not listed is appended', () => {
  expect(withEntry(lists, { kind: 'handle', handle: '24273' }).handles).toEqual([...lists.handles, '24273'])
  expect(withEntry(lists, { kind: 'group', handle: 'any;+;chat2' }).groups).toEqual(['iMessage;+;chat1', 'any;+;chat2'])
})

it('any spelling removes all spellings', () => {
  const one = withoutEntry(lists, '0170 1234567', { kind: 'handle', handle: '01701234567' })
  expect(one).toEqual({ handles: ['anna@example.org'], groups: lists.groups })
  expect(withoutEntry(lists, 'chat1', { kind: 'group', handle: 'chat1' }).groups).toEqual([])
  expect(withoutEntry(lists, '24273', { kind: 'handle', handle: '24273' })).toEqual(lists)
})

it('an entry that was written by hand and means nobody can be removed as it was written', () => {
  expect(withoutEntry({ handles: ['Anna Berg'], groups: [] }, 'Anna Berg', undefined).handles).toEqual([])
})
