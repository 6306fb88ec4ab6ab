import { appendFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLogger } from './log-file.ts'
import { lastLogEntries } from './log-history.ts'
import { testFolders } from './test-folder.ts'

const folderOfTest = testFolders(onTestFinished)

function logWith(write: (log: ReturnType<typeof createLogger>, path: string) => void) {
  const path = join(folderOfTest(), 'service.jsonl')
  const log = createLogger({ path, source: 'bridge', settings: () => ({ level: 'debug', max_mb: 10 }) })
  write(log, path)
  return async (query: Partial<Parameters<typeof lastLogEntries>[1]> = {}) =>
    (await lastLogEntries(path, { limit: 100, ...query })).map(({ msg }) => msg)
}

test('the last entries are returned oldest first', async () => {
  const messages = logWith((log) => {
    for (let n = 1; n <= 5; n++) log.info(`line ${n}`)
  })
  expect(await messages({ limit: 3 })).toEqual(['line 3', 'line 4', 'line 5'])
  expect(await messages()).toHaveLength(5)
})

test('a level includes all worse ones, a source only itself', async () => {
  const messages = logWith((log) => {
    log.debug('debug')
    log.info('info')
    log.as('webhook').warn('warning')
    log.error('error')
    log.as('webhook').info('of the plugin')
  })
  expect(await messages({ level: 'warn' })).toEqual(['warning', 'error'])
  expect(await messages({ source: 'webhook' })).toEqual(['warning', 'of the plugin'])
  expect(await messages({ source: 'webhook', level: 'warn' })).toEqual(['warning'])
  expect(await messages({ source: 'nobody' })).toEqual([])
})

test('older entries come from rotated files, and lines that are not entries are left out', async () => {
  const messages = logWith((log, path) => {
    log.info('oldest')
    renameSync(path, `${path}.2`)
    log.info('older')
    renameSync(path, `${path}.1`)
    log.info('new')
    appendFileSync(path, '{"ts":"2026\n\nplain words\n{}\n')
    log.info('newest')
  })
  expect(await messages()).toEqual(['oldest', 'older', 'new', 'newest'])
  expect(await messages({ limit: 3 })).toEqual(['older', 'new', 'newest'])
})

test('there are no entries where there is no log', async () => {
  expect(await logWith(() => {})()).toEqual([])
  expect(await logWith((_log, path) => writeFileSync(path, ''))()).toEqual([])
})
