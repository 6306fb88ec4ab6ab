import { expect, it } from 'vitest'
import { isLoopback } from './address.ts'

it.each(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1', '::FFFF:127.0.0.1', 'localhost'])(
  '%s is this Mac',
  (address) => {
    expect(isLoopback(address)).toBe(true)
  },
)

it.each([
  '0.0.0.0',
  '::',
  '192.168.1.5',
  '127.0.0.1.evil.test',
  '1270.0.0.1',
  'localhost.evil.test',
  '::ffff:10.0.0.1',
  '',
])('%s is not limited to this Mac', (address) => {
  expect(isLoopback(address)).toBe(false)
})
