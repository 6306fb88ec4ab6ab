import { expect, test } from 'vitest'
import { addressIn } from './address.ts'

test.each(['+12025550123', '+1 (202) 555-0123', '089/123 45', '732873', 'anna@example.org'])(
  '%s is an address',
  (text) => {
    expect(addressIn(` ${text} `)).toBe(text)
  },
)

test.each(['', 'Anna', '12', 'anna@', 'anna@example', '+', '12 a 34 5'])('%j is not an address', (text) => {
  expect(addressIn(text)).toBeUndefined()
})
