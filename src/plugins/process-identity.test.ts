import { spawn } from 'node:child_process'
import { afterEach, expect, it } from 'vitest'
import { startOf, untilGone } from './process-identity.ts'

const children: ReturnType<typeof spawn>[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

const sleeper = () => {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore', detached: true })
  children.push(child)
  return { child, pid: child.pid ?? 0 }
}

it('returns when a process started, or undefined when there is none', async () => {
  const { pid } = sleeper()
  expect(Math.abs(Date.parse(`${await startOf(pid)} UTC`) - Date.now())).toBeLessThan(60_000)
  expect(await startOf(2 ** 22 - 1)).toBeUndefined()
})

it('does not wait for another process that has the same pid', async () => {
  const { child, pid } = sleeper()
  await untilGone({ pid, started: 'Thu Jan  1 00:00:00 1998' })
  expect(child.exitCode).toBeNull()
})

it('waits until the old runner is gone', async () => {
  const { child, pid } = sleeper()
  const gone = untilGone({ pid, started: (await startOf(pid)) ?? '' })
  child.kill()
  await gone
  expect(await startOf(pid)).toBeUndefined()
})

it('kills an old runner that does not exit', async () => {
  const { child, pid } = sleeper()
  const signal = new Promise((resolve) => child.once('exit', (_, by) => resolve(by)))
  await untilGone({ pid, started: (await startOf(pid)) ?? '' })
  expect(await signal).toBe('SIGKILL')
})
