import { appendFileSync, renameSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createLogger } from './log-file.ts'
import { tailLog } from './log-tail.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)

function tailed() {
  const path = join(testFolder(), 'service.jsonl')
  const logger = createLogger({ path, source: 'bridge', settings: () => ({ level: 'info', max_mb: 1 }) })
  const abort = new AbortController()
  const entries = (backlog: number) => {
    const tail = tailLog(path, { backlog, signal: abort.signal, pollMs: 5 })
    onTestFinished(async () => {
      abort.abort()
      await tail.return()
    })
    return tail
  }
  return { path, logger, abort, entries }
}

async function take(entries: AsyncIterator<{ msg: string }>, count: number): Promise<string[]> {
  const messages: string[] = []
  while (messages.length < count) {
    const { value, done } = await entries.next()
    if (done) break
    messages.push(value.msg)
  }
  return messages
}

it('begins with the latest entries, oldest first, and continues with new ones', async () => {
  const { logger, entries } = tailed()
  for (const msg of ['one', 'two', 'three']) logger.info(msg)
  const tail = entries(2)
  expect(await take(tail, 2)).toEqual(['two', 'three'])
  logger.info('four')
  expect(await take(tail, 1)).toEqual(['four'])
})

it('reads the backlog from rotated files as well', async () => {
  const { path, logger, entries } = tailed()
  logger.info('one')
  logger.info('two')
  renameSync(path, `${path}.1`)
  logger.info('three')
  expect(await take(entries(2), 2)).toEqual(['two', 'three'])
})

it('waits for a file that does not exist yet', async () => {
  const { logger, entries } = tailed()
  const next = take(entries(10), 1)
  logger.info('first')
  expect(await next).toEqual(['first'])
})

it('misses and repeats nothing across rotations', async () => {
  const { logger, entries } = tailed()
  logger.info('start')
  const tail = entries(1)
  await take(tail, 1)
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 1_200; n++) logger.info(`${round * 1_200 + n} ${'x'.repeat(900)}`)
    const numbers = (await take(tail, 1_200)).map((msg) => Number.parseInt(msg, 10))
    expect(numbers).toEqual(Array.from({ length: 1_200 }, (_, n) => round * 1_200 + n))
  }
})

it('continues after the file was emptied in place, and after it was removed', async () => {
  const { path, logger, entries } = tailed()
  logger.info('a longer line than the next')
  const tail = entries(1)
  await take(tail, 1)
  truncateSync(path, 0)
  logger.info('short')
  expect(await take(tail, 1)).toEqual(['short'])
  rmSync(path)
  logger.info('after removal')
  expect(await take(tail, 1)).toEqual(['after removal'])
})

it('skips lines that are not entries, and joins a line that arrives in parts', async () => {
  const { path, logger, entries } = tailed()
  appendFileSync(path, 'torn\n{"level":"info"}\n{"ts":"t","source":"s",', { mode: 0o600 })
  const next = take(entries(10), 2)
  appendFileSync(path, '"level":"info","msg":"in parts"}\n')
  logger.info('whole')
  expect(await next).toEqual(['in parts', 'whole'])
})

it('ends when the signal aborts', async () => {
  const { abort, entries } = tailed()
  const next = entries(0).next()
  abort.abort()
  expect(await next).toEqual({ value: undefined, done: true })
})
