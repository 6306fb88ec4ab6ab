import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { LogLevel } from '../contract/log-entry.ts'
import { createLogger } from './log-file.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)

function log(
  settings: { level: LogLevel; max_mb: number } = { level: 'info', max_mb: 10 },
  path = join(testFolder(), 'service.jsonl'),
) {
  const clock = { ms: Date.UTC(2026, 0, 2) }
  const logger = createLogger({ path, source: 'bridge', settings: () => settings, now: () => clock.ms })
  const lines = () => readFileSync(path, 'utf8').split('\n').filter(Boolean)
  const entries = () => lines().map((line) => JSON.parse(line))
  return { logger, path, settings, clock, lines, entries, messages: () => entries().map(({ msg }) => msg) }
}

it('writes time, source, level and message, one line each, to a private file', () => {
  const { logger, path, entries } = log()
  logger.info('started')
  logger.as('webhook').error('failed')
  expect(entries()).toEqual([
    { ts: '2026-01-02T00:00:00.000Z', source: 'bridge', level: 'info', msg: 'started' },
    { ts: '2026-01-02T00:00:00.000Z', source: 'webhook', level: 'error', msg: 'failed' },
  ])
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it('applies a change of the level at once', () => {
  const { logger, settings, messages } = log({ level: 'warn', max_mb: 10 })
  logger.info('hidden')
  settings.level = 'debug'
  logger.debug('shown')
  expect(messages()).toEqual(['shown'])
})

it('lets no message fake a line or control a terminal', () => {
  const { logger, messages } = log()
  logger.info(
    '"}\n{"level":"error"} \u001b[31mred\u001b[0m \u001b]0;title\u0007 bell\u0007 \u202eturned \u009b2J\ud800',
  )
  expect(messages()).toEqual(['"} {"level":"error"} red  bell turned \ufffd'])
})

it.each(['x', '"', '\u{1F600}', 'é'])('keeps a line of %s within 2 KB, cut between characters', (character) => {
  const { logger, lines, messages } = log()
  logger.info(character.repeat(5_000))
  const bytes = Buffer.byteLength(`${lines()[0]}\n`)
  expect(bytes).toBeLessThanOrEqual(2_048)
  expect(bytes).toBeGreaterThan(2_040)
  expect(messages()[0].replaceAll(character, '')).toBe('…')
})

it('writes a repeated line five times a minute, and afterwards how often it was repeated', () => {
  const { logger, clock, messages } = log()
  for (let n = 0; n < 1_000; n++) logger.error('disk full')
  logger.error('other')
  expect(messages()).toEqual([...Array(5).fill('disk full'), 'other'])
  clock.ms += 60_000
  logger.error('disk full')
  expect(messages().slice(6)).toEqual(['repeated 995 more times: disk full', 'disk full'])
})

it('rotates at the size limit and keeps five files in all', () => {
  const { logger, path } = log({ level: 'info', max_mb: 1 })
  for (let n = 0; n < 6_000; n++) logger.info(`${n} ${'x'.repeat(1_900)}`)
  const names = readdirSync(join(path, '..'))
    .filter((name) => !name.endsWith('.lock'))
    .sort()
  expect(names).toEqual(['service.jsonl', ...[1, 2, 3, 4].map((n) => `service.jsonl.${n}`)])
  for (const name of names) expect(statSync(join(path, '..', name)).size).toBeLessThanOrEqual(1024 * 1024)
  expect(readFileSync(path, 'utf8')).toContain('5999 x')
})

it('loses and tears no line when two processes write and rotate', async () => {
  const folder = testFolder()
  const path = join(folder, 'service.jsonl')
  const writer = (source: string) => `
    import { createLogger } from '${join(import.meta.dirname, 'log-file.ts')}'
    const log = createLogger({ path: '${path}', source: '${source}', settings: () => ({ level: 'info', max_mb: 1 }) })
    for (let n = 0; n < 3000; n++) log.info(n + ' ' + 'x'.repeat(600))`
  const children = ['bridge', 'web'].map((source) =>
    spawn(process.execPath, ['--no-warnings', '--input-type=module-typescript', '-e', writer(source)], {
      stdio: 'inherit',
    }),
  )
  const exits = await Promise.all(children.map((child) => once(child, 'exit')))
  expect(exits.map(([code]) => code)).toEqual([0, 0])

  const names = readdirSync(folder)
    .filter((name) => !name.endsWith('.lock'))
    .sort()
    .reverse()
  expect(names.length).toBeGreaterThan(3)
  const entries = names.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      // A file that was begun last may hold nothing yet.
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
  )
  for (const source of ['bridge', 'web']) {
    const numbers = entries.filter((entry) => entry.source === source).map(({ msg }) => Number.parseInt(msg, 10))
    expect(numbers).toEqual(Array.from({ length: 3000 }, (_, n) => n))
  }
})

it('continues in a new file when the old one was moved or removed', () => {
  const { logger, path, messages } = log()
  logger.info('one')
  renameSync(path, `${path}.moved`)
  logger.info('two')
  expect(messages()).toEqual(['two'])
  rmSync(path)
  logger.info('three')
  expect(messages()).toEqual(['three'])
})

it('begins a new line after one that a crash cut short', () => {
  const { logger, path, lines } = log()
  writeFileSync(path, '{"ts":"2026', { mode: 0o600 })
  logger.info('whole')
  expect(lines()).toHaveLength(2)
  expect(JSON.parse(String(lines()[1])).msg).toBe('whole')
})

it('does not throw while it cannot write, and reports later how many lines are missing', () => {
  const folder = testFolder()
  const { logger, messages } = log(undefined, join(folder, 'missing', 'service.jsonl'))
  logger.error('one')
  logger.error('two')
  renameSync(testFolder(), join(folder, 'missing'))
  logger.error('three')
  expect(messages()).toEqual(['2 lines could not be written here', 'three'])
})

it('does not write through a link', () => {
  const path = join(testFolder(), 'service.jsonl')
  const target = join(testFolder(), 'target')
  writeFileSync(target, 'precious')
  symlinkSync(target, path)
  const { logger } = log(undefined, path)
  logger.error('one')
  expect(readFileSync(target, 'utf8')).toBe('precious')
})

it('keeps writing when it cannot rotate', () => {
  const { logger, path } = log({ level: 'info', max_mb: 1 })
  appendFileSync(path, `${'x'.repeat(1024 * 1024)}\n`, { mode: 0o600 })
  symlinkSync('/nowhere', `${path}.lock`)
  logger.info('still here')
  expect(readFileSync(path, 'utf8')).toContain('still here')
  expect(existsSync(`${path}.1`)).toBe(false)
})
