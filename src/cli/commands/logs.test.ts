import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exitCodes } from '../../contract/errors.ts'
import type { Logger } from '../../contract/log-entry.ts'
import { names } from '../../contract/names.ts'
import { createLogger } from '../../store/log-file.ts'
import { prepareServiceDir, serviceDir } from '../../store/service-dir.ts'
import { testFolders } from '../../store/test-folder.ts'
import { runService, startService } from '../test-service.ts'
import { isWanted } from './logs.ts'

const folderOfTest = testFolders(onTestFinished)

function homeWithLog() {
  const home = folderOfTest()
  const dir = serviceDir(join(home, names.baseDirectory))
  prepareServiceDir(dir)
  const settings = () => ({ level: 'debug', max_mb: 10 }) as const
  const logger = (): Logger => createLogger({ path: dir.logFile, source: 'bridge', settings })
  return { home, dir, logger, log: logger(), logs: (...args: string[]) => runService(home, ['logs', ...args]) }
}

test('shows the last entries, one line each, without colours in a pipe', () => {
  const { log, logs } = homeWithLog()
  log.info('one')
  log.as('web').warn('two')
  const { status, stdout } = logs()
  expect(status).toBe(exitCodes.done)
  expect(stdout).toMatch(/^[\d-]{10} [\d:]{8} info {2}bridge {7}one\n[\d-]{10} [\d:]{8} warn {2}web {10}two\n$/)
})

test('filters by level and source, and counts the remaining entries', () => {
  const { log, logs } = homeWithLog()
  for (const msg of ['a', 'b']) log.warn(msg)
  log.info('c')
  for (const source of ['web', 'webhook']) log.as(source).error(source)
  const messages = (...args: string[]) =>
    logs('--json', ...args)
      .stdout.trim()
      .split('\n')
      .map((line) => JSON.parse(line).msg)
  expect(messages('--level', 'warn')).toEqual(['a', 'b', 'web', 'webhook'])
  expect(messages('--source', 'bridge', '-n', '2')).toEqual(['b', 'c'])
  expect(messages('--source', 'bridge', 'web', '--level', 'warn', '-n', '2')).toEqual(['b', 'web'])
  expect(logs('-n', '0').stdout).toBe('')
  expect(logs('--level', 'loud').status).toBe(exitCodes.usage)
})

test('-f continues with each new entry, across a rotation, and exits with 0', async () => {
  const { home, dir, logger, log } = homeWithLog()
  log.info('before')
  const following = startService(home, ['logs', '-f', '--json'])
  onTestFinished(() => void following.child.kill('SIGKILL'))
  const told = () =>
    following
      .stdout()
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).msg)
  await expect.poll(told).toEqual(['before'])
  log.info('during')
  await expect.poll(told).toEqual(['before', 'during'])
  renameSync(dir.logFile, `${dir.logFile}.1`)
  logger().info('after')
  await expect.poll(told).toEqual(['before', 'during', 'after'])
  expect(await following.end('SIGINT')).toBe(exitCodes.done)
})

test('an empty log is reported', () => {
  const { status, stderr } = runService(folderOfTest(), ['logs'])
  expect(status).toBe(exitCodes.notRunning)
  expect(stderr).toContain('Nothing was logged yet')
})

const entry = { ts: '2026-01-02T03:04:05.000Z', source: 'web', level: 'warn', msg: 'm' } as const

test('accepts the given level and all above it', () => {
  expect(isWanted(entry, { level: 'info', sources: undefined })).toBe(true)
  expect(isWanted(entry, { level: 'warn', sources: undefined })).toBe(true)
  expect(isWanted(entry, { level: 'error', sources: undefined })).toBe(false)
})

test('accepts any of the sources', () => {
  expect(isWanted(entry, { level: undefined, sources: ['bridge', 'web'] })).toBe(true)
  expect(isWanted(entry, { level: undefined, sources: ['bridge'] })).toBe(false)
})
