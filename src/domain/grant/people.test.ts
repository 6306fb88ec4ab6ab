import { expect, it } from 'vitest'
import { personsIn } from '../people/persons.ts'
import { grantedPeople } from './people.ts'
import { sinceMs } from './since.ts'

const anna = { store: 'a', name: 'Anna Berg', handles: ['+12025550123', 'anna@example.com'] }
const persons = personsIn([anna, { store: 'a', name: 'Ben', handles: ['+12025550145'] }], { own: [], separate: [] })
const nobody = () => []

it('an address stands for its person with all addresses', () => {
  const { includesPerson } = grantedPeople({ only: ['+1 (202) 555-0123'] }, persons)
  expect(['+12025550123', 'anna@example.com', '+12025550145', '+442025550123'].map(includesPerson)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

it('a group counts only where it is listed itself', () => {
  const { includesGroup } = grantedPeople({ only: ['+12025550123', 'group:any;+;chat700'] }, persons)
  expect(includesGroup('chat700', nobody)).toBe(true)
  expect(includesGroup('chat701', () => ['+12025550123'])).toBe(false)
})

it('an excepted person is hidden in groups as well', () => {
  const { includesPerson, includesGroup } = grantedPeople({ except: ['anna@example.com', 'group:chat9'] }, persons)
  expect([includesPerson('+12025550123'), includesPerson('+12025550145')]).toEqual([false, true])
  expect(includesGroup('chat700', () => ['+12025550145', '+12025550123'])).toBe(false)
  expect(includesGroup('chat700', () => ['+12025550145'])).toBe(true)
  expect(includesGroup('chat9', nobody)).toBe(false)
})

it('the last days are whole days', () => {
  const noon = Date.UTC(2026, 5, 10, 12)
  expect(sinceMs({ days: 1 }, noon)).toBe(Date.UTC(2026, 5, 10))
  expect(sinceMs({ days: 3 }, noon)).toBe(Date.UTC(2026, 5, 8))
  expect(sinceMs('2026-05-01', noon)).toBe(Date.UTC(2026, 4, 1))
})
