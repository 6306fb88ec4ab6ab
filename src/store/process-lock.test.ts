import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { hasCode } from '../domain/service-error.ts'
import { acquireProcessLock, readPid } from './process-lock.ts'
import { testFolders } from './test-folder.ts'

const testFolder = testFolders(onTestFinished)

function places() {
  const folder = testFolder()
  return { lockFile: join(folder, 'bridge.lock'), pidFile: join(folder, 'bridge.pid') }
}

/** Starts a process that tries to become the bridge, reports the outcome and keeps running. */
async function starter(files: ReturnType<typeof places>): Promise<{ child: ChildProcess; verdict: unknown }> {
  const program = `
    import { acquireProcessLock } from '${join(import.meta.dirname, 'process-lock.ts')}'
    try {
      acquireProcessLock(${JSON.stringify(files)})
      console.log(JSON.stringify('won'))
    } catch (error) { console.log(JSON.stringify({ code: error.code, ...error.details })) }
    globalThis.gc?.()
    setInterval(() => globalThis.gc?.(), 20)`
  const options = ['--no-warnings', '--expose-gc', '--input-type=module-typescript', '-e', program]
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(createInterface(child.stdout), 'line')
  return { child, verdict: JSON.parse(line) }
}

it('lets exactly one of ten processes win, and reports its process id to the others', async () => {
  const files = places()
  const starters = await Promise.all(Array.from({ length: 10 }, () => starter(files)))
  const winners = starters.filter(({ verdict }) => verdict === 'won')
  expect(winners).toHaveLength(1)
  const pid = winners[0]?.child.pid
  const losers = starters.filter(({ verdict }) => verdict !== 'won')
  expect(losers.map(({ verdict }) => verdict)).toEqual(Array(9).fill({ code: 'already_running', pid }))
  expect(readPid(files.pidFile)).toBe(pid)
})

it('is free once its holder is killed, and the stale process id is ignored', async () => {
  const files = places()
  const { child, verdict } = await starter(files)
  expect(verdict).toBe('won')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(existsSync(files.pidFile)).toBe(true)
  expect(readPid(files.pidFile)).toBeUndefined()
  acquireProcessLock(files).release()
})

it('is not held by the process id of an unrelated running program', () => {
  const files = places()
  writeFileSync(files.pidFile, `${process.ppid}\n`, { mode: 0o600 })
  const lock = acquireProcessLock(files)
  expect(readPid(files.pidFile)).toBe(process.pid)
  lock.release()
  expect(existsSync(files.pidFile)).toBe(false)
})

it('is refused to a second holder in the same process as well', () => {
  const files = places()
  const lock = acquireProcessLock(files)
  expect(() => acquireProcessLock(files)).toThrow(expect.toSatisfy((error) => hasCode(error, 'already_running')))
  lock.release()
  acquireProcessLock(files).release()
})
