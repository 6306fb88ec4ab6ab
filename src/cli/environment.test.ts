import { homedir } from 'node:os'
import { expect, test } from 'vitest'
import { environmentOf, readEnvironment } from './environment.ts'

test('the base directory follows from HOME', () => {
  expect(readEnvironment({ HOME: '/Users/robin', PATH: '/usr/bin' })).toEqual({
    home: '/Users/robin',
    path: '/usr/bin',
    base: '/Users/robin/.service',
    logLevel: undefined,
  })
})

test('SERVICE_DIR moves only the base directory, and a relative path becomes absolute', () => {
  const { home, base } = readEnvironment({ HOME: '/Users/robin', SERVICE_DIR: '/var/relay' })
  expect([home, base]).toEqual(['/Users/robin', '/var/relay'])
  expect(readEnvironment({ SERVICE_DIR: 'relay' }).base).toBe(`${process.cwd()}/relay`)
})

test('without HOME the home of the account is used', () => {
  expect(readEnvironment({}).home).toBe(homedir())
})

test('a log level is one of the four, or unset', () => {
  expect(readEnvironment({ SERVICE_LOG_LEVEL: 'debug' }).logLevel).toBe('debug')
  expect(readEnvironment({ SERVICE_LOG_LEVEL: '' }).logLevel).toBeUndefined()
  expect(() => readEnvironment({ SERVICE_LOG_LEVEL: 'loud' })).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      message: expect.stringContaining('it may be debug, info, warn, error'),
    }),
  )
})

test('a subcommand over another home gets that home and its programs first, without our SERVICE_DIR', () => {
  const env = environmentOf('/mac', '/mac/bin', { HOME: '/me', PATH: '/usr/bin', SERVICE_DIR: '/mine', LANG: 'C' })
  expect(env).toEqual({ HOME: '/mac', PATH: '/mac/bin:/usr/bin', LANG: 'C' })
})
