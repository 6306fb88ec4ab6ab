import { expect, it, onTestFinished } from 'vitest'
import { currentPersons } from '../mac/persons.ts'
import { keptSeparate } from '../store/kept-separate.ts'
import { joinPerson, listPeople, separatePerson } from './people.ts'
import type { Services } from './services.ts'
import { request, testServices } from './test-services.ts'

const servicesOf = testServices(onTestFinished)
const [phone, mail] = ['+12025550123', 'anna@example.org']
const contacts = {
  all: () => [
    { store: 'iCloud', id: 1, name: 'Zoe', handles: ['zoe@example.org', '+12025550124'], hasPhoto: false },
    { store: 'iCloud', id: 2, name: 'Anna', handles: [phone, mail], hasPhoto: false },
    { store: 'iCloud', id: 3, name: 'Ben', handles: ['ben@example.org'], hasPhoto: false },
  ],
  me: () => undefined,
  revision: () => 1,
  problems: () => [],
} as Partial<Services['contacts']> as Services['contacts']

function peopleHere() {
  const { services, audited, dir } = servicesOf({ contacts })
  const kept = keptSeparate(dir.keptSeparateFile)
  const persons = currentPersons({
    contacts: contacts as unknown as Parameters<typeof currentPersons>[0]['contacts'],
    separate: kept.handles,
    selfHandles: () => [],
  })
  return { services: { ...services, persons, keptSeparate: kept }, audited }
}

it('lists the people with several addresses by name', () => {
  const { services } = peopleHere()
  expect(listPeople({}, services, request)).toEqual({
    people: [
      { name: 'Anna', handles: [phone, mail], kept_separate: false },
      { name: 'Zoe', handles: ['zoe@example.org', '+12025550124'], kept_separate: false },
    ],
    trouble: null,
  })
})

it('keeps a person separate and joins them again, by name or by an address, and names nobody in the audit log', () => {
  const { services, audited } = peopleHere()
  const anna = { name: 'Anna', handles: [phone, mail] }
  expect(separatePerson({ person: 'anna' }, services, request)).toEqual({ ...anna, kept_separate: true, changed: true })
  expect(separatePerson({ person: mail }, services, request)).toMatchObject({ kept_separate: true, changed: false })
  expect(joinPerson({ person: mail }, services, request)).toEqual({ ...anna, kept_separate: false, changed: true })
  expect(audited()).toMatchObject([{ action: 'person_separated' }, { action: 'person_joined' }])
  expect(JSON.stringify(audited())).not.toMatch(/anna|20255/i)
})

it.each(['Ben', 'Nobody', 'ben@example.org'])('refuses %s, who has no second address', (person) => {
  const { services } = peopleHere()
  expect(() => separatePerson({ person }, services, request)).toThrowError(
    expect.objectContaining({ code: 'not_found' }),
  )
})
