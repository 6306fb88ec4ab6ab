import { expect, it } from 'vitest'
import { fittingAddresses } from './contact-search.ts'

const people = [
  { name: 'Zoë Müller-Lüdenscheidt', handles: ['+49 170 1234567', 'zoe@example.org'] },
  { name: '王小明', handles: ['+8613800138000'] },
  { name: 'Anna Berg', handles: ['(415) 555-0100', 'anna.b@example.org'] },
]

it.each([
  ['zoe', ['Zoë Müller-Lüdenscheidt', 'Zoë Müller-Lüdenscheidt']],
  ['MÜL zo', ['Zoë Müller-Lüdenscheidt', 'Zoë Müller-Lüdenscheidt']],
  ['ludensch', ['Zoë Müller-Lüdenscheidt', 'Zoë Müller-Lüdenscheidt']],
  ['uller', []],
  ['小明', ['王小明']],
  ['berg anna', ['Anna Berg', 'Anna Berg']],
  ['berg zoe', []],
])('%s finds %j', (typed, names) => {
  expect(fittingAddresses(people, typed).map(({ name }) => name)).toEqual(names)
})

it.each([
  ['5550100', ['(415) 555-0100']],
  ['+1 415', []],
  ['415 55', ['(415) 555-0100']],
  ['170-12', ['+49 170 1234567']],
  ['nna.b@', ['anna.b@example.org']],
  ['EXAMPLE.ORG', ['zoe@example.org', 'anna.b@example.org']],
  ['5', []],
  ['(', []],
])('the fragment %s of an address finds %j', (typed, handles) => {
  expect(fittingAddresses(people, typed).map(({ handle }) => handle)).toEqual(handles)
})

it('an empty query finds everyone', () => {
  expect(fittingAddresses(people, ' ')).toHaveLength(5)
})
