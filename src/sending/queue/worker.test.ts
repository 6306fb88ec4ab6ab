import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Logger } from '../../contract/log-entry.ts'
import { tryLock } from '../../store/file-lock.ts'
import { testFolders } from '../../store/test-folder.ts'
import type { Job } from '../ledger/ledger.ts'
import { SendWorker } from './worker.ts'

const folderOfTest = testFolders(onTestFinished)
const quiet = { warn: () => {} } as unknown as Logger

/** Creates a queue of names, and a worker that records whom it has served. */
function working({ handOver = async () => {} }: { handOver?: (name: string) => Promise<void> } = {}) {
  const queue: string[] = []
  const served: string[] = []
  const crashes: unknown[] = []
  const stopping = new AbortController()
  onTestFinished(() => stopping.abort())
  const lockFile = join(folderOfTest(), 'send.lock')
  let checks = 0
  const nextJob = () => {
    checks++
    return queue[0] === undefined ? undefined : ({ send: queue[0] } as Job)
  }
  const worker = new SendWorker({
    ledger: { nextJob, findOrphan: () => undefined },
    lockFile,
    log: quiet,
    nowMs: Date.now,
    timings: { lockAgain: 5, retryAfter: 5 },
    stopping: stopping.signal,
    recover: async () => {},
    async handOver({ send }) {
      await handOver(send)
      served.push(...queue.splice(0, 1))
    },
    onCrash: (error) => crashes.push(error),
  })
  const order = (...names: string[]) => {
    queue.push(...names)
    worker.kick()
  }
  return { worker, order, served, crashes, lockFile, checks: () => checks, stop: () => stopping.abort() }
}

test('a job begins in the same tick when nothing else is running', async () => {
  const begun: string[] = []
  const { order, worker } = working({ handOver: async (name) => void begun.push(name) })
  order('a')
  await Promise.resolve()
  await Promise.resolve()
  expect(begun).toEqual(['a'])
  await worker.ended()
})

test('the queue is worked in order, and the lock is free when it is empty', async () => {
  const { order, worker, served, lockFile } = working()
  order('a', 'b', 'c')
  expect(tryLock(lockFile)).toBeUndefined()
  await worker.ended()
  expect(served).toEqual(['a', 'b', 'c'])
  const lock = tryLock(lockFile)
  expect(lock).toBeDefined()
  lock?.release()
})

test('no job is overlooked, at whatever moment of the work it arrives', async () => {
  const { order, worker, served } = working()
  for (let pause = 0; pause < 40; pause++) {
    order(`first ${pause}`)
    for (let tick = 0; tick < pause; tick++) await Promise.resolve()
    order(`second ${pause}`)
    await worker.ended()
  }
  expect(served.length).toBe(80)
})

test('while another process holds the lock, the worker waits', async () => {
  const { order, worker, served, lockFile, checks } = working()
  const theirs = tryLock(lockFile)
  order('a')
  await expect.poll(checks).toBeGreaterThan(3)
  expect(served).toEqual([])
  theirs?.release()
  await worker.ended()
  expect(served).toEqual(['a'])
})

test('a transient error is waited out, and the job is tried again', async () => {
  let failures = 3
  const { order, worker, served, crashes } = working({
    handOver: async () => {
      if (failures-- > 0) throw Object.assign(new Error('disk full'), { errcode: 13 })
    },
  })
  order('a')
  await worker.ended()
  expect([served, crashes]).toEqual([['a'], []])
})

test('nothing new begins after a stop', async () => {
  const { order, worker, served, stop } = working({ handOver: async () => stop() })
  order('a', 'b')
  await worker.ended()
  order('c')
  expect(served).toEqual(['a'])
})
