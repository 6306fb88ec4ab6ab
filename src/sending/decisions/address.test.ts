import { expect, it } from 'vitest'
import { addressOf } from './address.ts'

it.each([
  ['+1 (202) 555-0123', '+12025550123'],
  ['0170 1234567', '01701234567'],
  ['24273', '24273'],
  ['Anna@Example.ORG', 'anna@example.org'],
  ['mailto:anna+tag@mail.example.org', 'anna+tag@mail.example.org'],
])('%j is an address', (written, address) => {
  expect(addressOf(written)).toBe(address)
})

it.each([
  '',
  ' ',
  'Anna',
  '12',
  '+',
  '+1234567890123456789012345',
  'anna@',
  '@example.org',
  'anna@localhost',
  'anna@example.',
  'anna@example.org,ben@example.org',
  'anna@exa\u0000mple.org',
  'anna@exam\u202eple.org',
  'anna@example.org\nben@example.org',
  '-e',
  'tell application "Messages"',
  'any;-;+12025550123',
  'chat123456789',
  `${'a'.repeat(320)}@example.org`,
])('%j is not an address', (written) => {
  expect(addressOf(written)).toBeUndefined()
})
