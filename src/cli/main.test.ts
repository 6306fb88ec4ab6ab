import { expect, onTestFinished, test } from 'vitest'
import { exitCodes } from '../contract/errors.ts'
import { testFolders } from '../store/test-folder.ts'
import { runService } from './test-service.ts'

const folderOfTest = testFolders(onTestFinished)

test('--help lists every command and is no failure', () => {
  const { status, stdout, stderr } = runService(folderOfTest(), ['--help'])
  expect([status, stderr]).toEqual([exitCodes.done, ''])
  for (const name of ['up', 'bridge', 'status', 'send', 'mcp', 'demo', 'sim'])
    expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'))
})

test.each([
  ...['up', 'bridge', 'web', 'install', 'uninstall', 'start', 'stop', 'restart', 'status', 'doctor', 'logs'],
  ...['send', 'keys', 'mcp', 'demo'],
])('%s --help shows examples', (name) => {
  const { status, stdout } = runService(folderOfTest(), [name, '--help'])
  expect(status).toBe(exitCodes.done)
  expect(stdout).toMatch(new RegExp(`Examples?:\n  service ${name}`))
})

test.each([
  ['an unknown command', ['nonesuch']],
  ['an unknown option', ['status', '--nonesuch']],
  ['an argument too many', ['status', 'now']],
])('%s is a wrong call that says where help is, on stderr alone', (_what, args) => {
  const { status, stdout, stderr } = runService(folderOfTest(), args)
  expect([status, stdout]).toEqual([exitCodes.usage, ''])
  expect(stderr).toMatch(/error: .*--help/s)
})

test('a wrong environment is a sentence with its remedy, not a stack', () => {
  const { status, stderr } = runService(folderOfTest(), ['status'], { SERVICE_LOG_LEVEL: 'loud' })
  expect(status).toBe(exitCodes.usage)
  expect(stderr).toContain('SERVICE_LOG_LEVEL is "loud"')
  expect(stderr).not.toMatch(/^\s+at /m)
})
