import { homedir } from 'node:os'
import { expect, test } from 'vitest'
import { environmentOf, readEnvironment } from './environment.ts'

test('everything follows from HOME', () => {
  expect(readEnvironment({ HOME: '/Users/robin', PATH: '/usr/bin' })).toEqual({
    home: '/Users/robin',
    path: '/usr/bin',
    base: '/Users/robin/.service',
    logLevel: undefined,
  })
})

test('SERVICE_DIR moves the base directory alone, and a relative one becomes absolute', () => {
  const { home, base } = readEnvironment({ HOME: '/Users/robin', SERVICE_DIR: '/var/relay' })
  expect([home, base]).toEqual(['/Users/robin', '/var/relay'])
  expect(readEnvironment({ SERVICE_DIR: 'relay' }).base).toBe(`${process.cwd()}/relay`)
})

test('without HOME the account says where home is', () => {
  expect(readEnvironment({}).home).toBe(homedir())
})

test('a log level is one of the four, or none', () => {
  expect(readEnvironment({ SERVICE_LOG_LEVEL: 'debug' }).logLevel).toBe('debug')
  expect(readEnvironment({ SERVICE_LOG_LEVEL: '' }).logLevel).toBeUndefined()
  expect(() => readEnvironment({ SERVICE_LOG_LEVEL: 'loud' })).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      message: expect.stringContaining('it may be debug, info, warn, error'),
    }),
  )
})

test('a subcommand over another home sees that home, its programs first, and no SERVICE_DIR of this one', () => {
  const env = environmentOf('/mac', '/mac/bin', { HOME: '/me', PATH: '/usr/bin', SERVICE_DIR: '/mine', LANG: 'C' })
  expect(env).toEqual({ HOME: '/mac', PATH: '/mac/bin:/usr/bin', LANG: 'C' })
})
