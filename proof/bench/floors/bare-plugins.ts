/**
 * Provides the floor of running plugins: as many Node processes in the same sandbox, under the same flags, that read one
 * line each and stay.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { findWall } from '../../../src/plugins/isolation/wall.ts'
import { lifelineDescriptor, withLifeline } from '../../../src/plugins/lifeline.ts'
import { ourCommand, ourEnvironment } from '../../../src/plugins/our-process.ts'
import { endGroup } from '../../../src/plugins/process-identity.ts'
import { descendantsOf, proportionalMb } from '../../process-figures.ts'

export interface BarePlugins {
  /** The time until all of them have read and answered a line. */
  startedMs: number
  /** The memory of all their processes, the shells and the sandbox included. */
  proportionalMb: number
}

const heapMb = 128
const hostPipe = 3
const settleMs = 2_000

export async function barePlugins(count: number): Promise<BarePlugins> {
  const folder = mkdtempSync(join(tmpdir(), 'bare-plugins-'))
  const wall = await findWall()
  const confinement = { read: [], write: [folder], heapMb }
  const [program, ...flags] = ourCommand({ ...confinement, entry: '' }).slice(0, -1) as [string, ...string[]]
  // The shell gives its command no other input than the pipe of the host.
  const echo = `const host = new (process.getBuiltinModule('node:net').Socket)({ fd: ${hostPipe} })
    host.once('data', (line) => host.write(line)).on('close', () => process.exit())`
  const [first, ...args] = withLifeline(wall.around(confinement, [program, ...flags, '-e', echo]))
  const startMs = performance.now()
  const children = Array.from({ length: count }, () =>
    spawn(first, args, {
      cwd: folder,
      env: ourEnvironment(folder),
      stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'],
      detached: true,
    }),
  )
  try {
    await Promise.all(children.map(answer))
    const startedMs = performance.now() - startMs
    await new Promise((resolve) => setTimeout(resolve, settleMs))
    const pids = children.flatMap(({ pid = 0 }) => [pid, ...descendantsOf(pid)])
    return { startedMs, proportionalMb: pids.map(proportionalMb).reduce((sum, each) => sum + each, 0) }
  } finally {
    for (const child of children) {
      child.stdio[lifelineDescriptor]?.destroy()
      endGroup(child.pid ?? 0, 'SIGKILL')
    }
    await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')))
    rmSync(folder, { recursive: true, force: true })
  }
}

async function answer({ stdio }: ChildProcess): Promise<void> {
  const pipe = stdio[hostPipe] as Duplex
  pipe.write('{}\n')
  await once(pipe, 'data')
}
