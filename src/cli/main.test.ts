import { expect, onTestFinished, test } from 'vitest'
import { exitCodes } from '../contract/errors.ts'
import { testFolders } from '../store/test-folder.ts'
import { runService } from './test-service.ts'

const folderOfTest = testFolders(onTestFinished)

test('--help lists every command and exits with 0', () => {
  const { status, stdout, stderr } = runService(folderOfTest(), ['--help'])
  expect([status, stderr]).toEqual([exitCodes.done, ''])
  for (const name of ['up', 'bridge', 'status', 'send', 'mcp', 'demo', 'sim'])
    expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'))
})

test('an unknown command is a usage error that names the help, on stderr only', () => {
  const { status, stdout, stderr } = runService(folderOfTest(), ['nonesuch'])
  expect([status, stdout]).toEqual([exitCodes.usage, ''])
  expect(stderr).toMatch(/error: .*--help/s)
})

test('an invalid environment gives a sentence with its remedy, not a stack', () => {
  const { status, stderr } = runService(folderOfTest(), ['status'], { SERVICE_LOG_LEVEL: 'loud' })
  expect(status).toBe(exitCodes.usage)
  expect(stderr).toContain('SERVICE_LOG_LEVEL is "loud"')
  expect(stderr).not.toMatch(/^\s+at /m)
})
