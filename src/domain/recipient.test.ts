import { expect, it } from 'vitest'
import { candidatesNamed, meantByName, writtenAddress } from './recipient.ts'

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

it('takes the addresses of one conversation as one person, at the address used last', () => {
  const whole = { guid: 'any;-;+12025550123', display_name: 'Anna Keller', is_group: false }
  const named = {
    contacts: [anna, annasMail, { ...anna, handle: 'never@example.org' }],
    conversations: [{ ...whole, addresses: [annasMail.handle, anna.handle] }],
    talkedTo: [anna.handle, annasMail.handle],
  }
  expect(candidatesNamed('Anna Keller', named)).toEqual([{ name: 'Anna Keller', give: annasMail.handle }])
})

it('takes no address of another person of the same name, nor those that are kept separate', () => {
  const guid = 'any;-;x'
  const one = { guid, display_name: 'Anna Keller', is_group: false }
  const third = { ...anna, handle: 'third@example.org' }
  const talkedTo = [anna.handle, annasMail.handle, third.handle]
  const contacts = [anna, annasMail, third]
  const joined = [
    { ...one, addresses: [anna.handle, annasMail.handle] },
    { ...one, addresses: [third.handle] },
  ]
  const separate = talkedTo.map((handle) => ({ ...one, addresses: [handle] }))
  for (const conversations of [joined, separate])
    expect(candidatesNamed('Anna Keller', { contacts, conversations, talkedTo })).toHaveLength(3)
})
