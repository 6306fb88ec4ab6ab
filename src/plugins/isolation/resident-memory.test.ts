import { type ChildProcess, spawn } from 'node:child_process'
import { afterEach, expect, it } from 'vitest'
import { residentMemory } from './resident-memory.ts'

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) process.kill(-(child.pid ?? 0), 'SIGKILL')
})

const megabyte = 1_048_576
const holding = `globalThis.held = Buffer.alloc(100 * ${megabyte}, 1); setInterval(() => {}, 1_000)`
const start = (program: string, args: string[]): number => {
  const child = spawn(program, args, { stdio: 'ignore', detached: true })
  started.push(child)
  return child.pid ?? 0
}

it('counts the memory of child processes', async () => {
  const inner = start(process.execPath, ['-e', holding])
  const outer = start('/bin/sh', ['-c', `"${process.execPath}" -e '${holding}'; true`])
  await expect
    .poll(async () => {
      const sizes = await residentMemory([inner, outer])
      return [inner, outer].map((pid) => (sizes.get(pid) ?? 0) > 100 * megabyte)
    })
    .toEqual([true, true])
})

it('reports nothing for a process that is gone', async () => {
  expect(await residentMemory([2 ** 22 - 1])).toEqual(new Map())
})
