import { expect, it } from 'vitest'
import type { Grant } from '../../contract/grant.ts'
import type { ConversationKey } from '../../contract/ids.ts'
import { nobodyKnown, personsIn } from '../people/persons.ts'
import { everything } from './complete.ts'
import { isWithinHours, reachOf } from './recipients.ts'

const [anna, ben] = ['+12025550123', '+12025550145']
const person = (handle: string) => ({ conversation: `dm:${handle}` as ConversationKey, isGroup: false, handle })
const club = { conversation: 'group:chat7' as ConversationKey, isGroup: true, handle: 'chat7' }
const grant = (sends: Partial<Grant['sends']>, people: Grant['people'] = 'all'): Grant => ({
  ...everything,
  people,
  sends: { ...everything.sends, ...sends },
})
const reach = (of: Grant, to: ReturnType<typeof person>) => reachOf(of, to, nobodyKnown)

it('a key writes to the people that it may see, to a list of its own, or to nobody', () => {
  expect(reach(grant({}), person(anna))).toBe('direct')
  expect(reach(grant({ mode: 'never' }), person(anna))).toBe('refused')
  expect(reach(grant({ to: [anna] }), person('+1 (202) 555-0123'))).toBe('direct')
  expect(reach(grant({ to: [anna] }), person(ben))).toBe('refused')
  expect(reach(grant({}, { only: [anna] }), person(ben))).toBe('hidden')
  expect(reach(grant({ mode: 'never' }, { only: [anna] }), person(ben))).toBe('hidden')
  expect(reach(grant({}, { except: [anna] }), person(anna))).toBe('hidden')
  expect(reach(grant({}, { except: [anna] }), person(ben))).toBe('direct')
  expect(reach(grant({ to: [ben] }, { only: [anna] }), person(ben))).toBe('direct')
})

it('a key asks, except before writing to people on its list', () => {
  const asking = grant({ mode: 'ask', without_asking: [anna] })
  expect([reach(asking, person(anna)), reach(asking, person(ben))]).toEqual(['direct', 'ask'])
  expect(reach(grant({ mode: 'ask', to: [ben], without_asking: [anna] }), person(anna))).toBe('refused')
})

it('a group counts only where it is listed itself, under any spelling', () => {
  expect(reach(grant({ to: [anna] }), club)).toBe('refused')
  expect(reach(grant({ to: ['group:iMessage;+;chat7'] }), club)).toBe('direct')
  expect(reach(grant({ to: ['group:any;+;chat7'] }), person('chat7'))).toBe('refused')
  expect(reach(grant({}, { only: ['group:any;-;chat7'] }), club)).toBe('direct')
})

it('an entry for a person covers all addresses of that person', () => {
  const persons = personsIn([{ store: 'a', name: 'Anna', handles: [anna, 'anna@example.com'] }], {
    own: [],
    separate: [],
  })
  expect(reachOf(grant({ to: [anna] }), person('anna@example.com'), persons)).toBe('direct')
  expect(reachOf(grant({}, { except: [anna] }), person('anna@example.com'), persons)).toBe('hidden')
})

it.each([
  ['08:00-22:00', '08:00', true],
  ['08:00-22:00', '21:59', true],
  ['08:00-22:00', '22:00', false],
  ['22:00-08:00', '23:30', true],
  ['22:00-08:00', '07:59', true],
  ['22:00-08:00', '12:00', false],
  ['08:00-08:00', '08:00', false],
])('%s has %s: %s', (hours, time, isIn) => {
  expect(isWithinHours(hours, new Date(`2026-06-01T${time}:00`).getTime())).toBe(isIn)
})
