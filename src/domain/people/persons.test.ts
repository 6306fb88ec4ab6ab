import { expect, test } from 'vitest'
import { type Card, joinedPerson, personsIn } from './persons.ts'

const phone = '+12025550123'
const mail = 'anna@example.org'
const anna: Card = { store: 'iCloud', name: 'Anna Keller', handles: ['(202) 555-0123', mail] }

const personsOf = (cards: readonly Card[], { own = [], separate = [] }: { own?: string[]; separate?: string[] } = {}) =>
  personsIn(cards, { own, separate })
const handlesOf = (cards: readonly Card[], handle: string) => joinedPerson(personsOf(cards), handle)?.handles

test('the addresses of a card are one person, in any writing', () => {
  const persons = personsOf([anna])
  expect(joinedPerson(persons, phone)).toEqual({ name: 'Anna Keller', handles: ['(202) 555-0123', mail] })
  expect(joinedPerson(persons, 'ANNA@example.org')).toBe(joinedPerson(persons, phone))
  expect(joinedPerson(persons, 'ben@example.org')).toBeUndefined()
})

test('an address that two cards have stays apart, and the other addresses of both stay joined', () => {
  const household = '+12025550199'
  const cards = [
    { ...anna, handles: [phone, mail, household] },
    { store: 'iCloud', name: 'Tom Keller', handles: [household, 'tom@example.org', '+12025550124'] },
  ]
  expect(handlesOf(cards, household)).toBeUndefined()
  expect(handlesOf(cards, mail)).toEqual([phone, mail])
  expect(handlesOf(cards, 'tom@example.org')).toEqual(['tom@example.org', '+12025550124'])
})

test('an address that two cards have in different writings stays apart', () => {
  const cards = [anna, { store: 'iCloud', name: 'Tom', handles: ['+1 202 555 0123', 'tom@example.org'] }]
  expect(handlesOf(cards, phone)).toBeUndefined()
  expect(handlesOf(cards, mail)).toBeUndefined()
})

test('people of one name are not joined because of their name, nor because of an address that they share', () => {
  const parent = { store: 'iCloud', name: 'John Smith', handles: [phone, 'senior@example.org'] }
  const child = { store: 'iCloud', name: 'John Smith', handles: [phone, 'junior@example.org'] }
  expect(handlesOf([parent, child], phone)).toBeUndefined()
  expect(handlesOf([parent, child], 'junior@example.org')).toBeUndefined()
  expect(handlesOf([parent, { ...child, handles: ['junior@example.org'] }], phone)).toEqual(parent.handles)
})

test('a copy of a card in another account changes nothing', () => {
  const copy = { store: 'Google', name: 'anna keller', handles: [mail] }
  expect(handlesOf([copy, anna], mail)).toEqual(anna.handles)
  expect(handlesOf([{ ...copy, store: anna.store }, anna], mail)).toBeUndefined()
  expect(handlesOf([{ ...copy, handles: [mail, 'other@example.org'] }, anna], mail)).toBeUndefined()
})

test('one’s own card and a card with one’s own address join nothing', () => {
  expect(personsOf([anna], { own: [phone] }).find(mail)).toBeUndefined()
})

test('a person who is kept separate is known, and not joined', () => {
  const persons = personsOf([anna], { separate: [mail] })
  expect(persons.find(phone)).toMatchObject({ person: { name: 'Anna Keller' }, isSeparate: true })
  expect(joinedPerson(persons, phone)).toBeUndefined()
})

test('people are found by name, and listed when they have several addresses', () => {
  const persons = personsOf([anna, { store: 'iCloud', name: 'Ben', handles: ['ben@example.org'] }])
  expect(persons.named('ANNA  keller').map(({ person }) => person.name)).toEqual(['Anna Keller'])
  expect(persons.named('Ben').map(({ person }) => person.handles)).toEqual([['ben@example.org']])
  expect(persons.all().map(({ person }) => person.name)).toEqual(['Anna Keller'])
})

test('a card without a name joins nothing', () => {
  expect(handlesOf([{ ...anna, name: undefined }], phone)).toBeUndefined()
})
