import { expect, it } from 'vitest'
import { checkInOf } from './check-in.ts'

it.each([
  ['expected', 'estimatedEndTime'],
  ['overdue', 'triggerTime'],
  ['checked-in', 'sendDate'],
])('a person is %s by the %s', (state, name) => {
  const url = `?messageType=1&interfaceVersion=1&${name}=1697316869.688709`
  expect(checkInOf(url)).toEqual({ state, atMs: 1_697_316_869_689 })
})

it('a person who is expected also has a send date', () => {
  expect(checkInOf('?sendDate=1&estimatedEndTime=2')).toEqual({ state: 'expected', atMs: 2000 })
})

it.each([null, '', '?', '?sendDate=', '?sendDate=soon'])('%j yields no check-in', (url) => {
  expect(checkInOf(url)).toBeNull()
})
