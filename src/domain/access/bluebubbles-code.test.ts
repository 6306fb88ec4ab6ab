import { expect, it } from 'vitest'
import { addressForPhones, blueBubblesCode } from './bluebubbles-code.ts'

it('the app reads the password before the address', () => {
  expect(blueBubblesCode({ url: 'https://mac.example', password: 'svc_1' })).toBe('["svc_1","https://mac.example"]')
})

it.each([
  ['https://mac.tail1234.ts.net:8443', 'https://mac.tail1234.ts.net:8443'],
  [' http://192.168.1.7:1234/ ', 'http://192.168.1.7:1234'],
  ['http://127.0.0.1:1234', undefined],
  ['http://localhost:1234', undefined],
  ['http://[::1]:1234', undefined],
  ['http://0.0.0.0:1234', undefined],
  ['mac.example', undefined],
  ['ftp://mac.example', undefined],
  ['', undefined],
])('a phone reaches "%s" at %s', (given, reached) => {
  expect(addressForPhones(given)).toBe(reached)
})
