import { beforeAll, expect, it } from 'vitest'
import { hashPassword, isReadable, verifyPassword } from './password-hash.ts'

/** Each hash takes a tenth of a second. */
let hashed: string
beforeAll(async () => {
  hashed = await hashPassword('correct horse battery')
})

it.each(['argon2id', 'scrypt'] as const)('%s: accepts the password, and no other', async (algorithm) => {
  const phc = algorithm === 'argon2id' ? hashed : await hashPassword('correct horse battery', algorithm)
  expect(await verifyPassword('correct horse battery', phc)).toBe(true)
  expect(await verifyPassword('correct horse batterx', phc)).toBe(false)
  expect(await verifyPassword('', phc)).toBe(false)
  expect(phc).not.toContain('correct')
})

it('uses argon2id with 64 MiB and three passes, in PHC format', () => {
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
})

it('verifies a hash that another program has made', async () => {
  // This is the output of the argon2 reference implementation: echo -n password | argon2 somesalt -id -m 16 -t 2 -p 1
  const phc = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await verifyPassword('password', phc)).toBe(true)
})

it('differs for the same password', async () => {
  expect(await hashPassword('correct horse battery')).not.toBe(hashed)
})

it('accepts a password in any Unicode composition of its characters', async () => {
  expect(await verifyPassword('cafe\u0301 cafe\u0301 ①', await hashPassword('café café 1'))).toBe(true)
})

it.each([
  'plain text',
  '',
  '$argon2id$',
  '$argon2i$v=19$m=65536,t=3,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  '$argon2id$v=19$m=4294967295,t=3,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  '$argon2id$v=19$m=,t=3,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
  '$scrypt$ln=40,r=8,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
])('"%s" lets nobody in', async (phc) => {
  expect(isReadable(phc)).toBe(false)
  expect(await verifyPassword('password', phc)).toBe(false)
})

it('lets nobody in when there is no password', async () => {
  expect(await verifyPassword('', undefined)).toBe(false)
  expect(await verifyPassword('undefined', undefined)).toBe(false)
})

it('does not hash an input that is too long to be a password', async () => {
  const phc = await hashPassword('x'.repeat(1_024))
  expect(await verifyPassword('x'.repeat(1_024), phc)).toBe(true)
  expect(await verifyPassword('x'.repeat(1_025), phc)).toBe(false)
})
