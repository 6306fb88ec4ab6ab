/** Provides the floor of starting: a Node process that answers one line. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { median } from '../../statistics.ts'

const starts = 5
const echo = "process.stdin.once('data', (line) => { process.stdout.write(line); process.exit() })"

export async function bareStart(): Promise<{ what: string; measured: number }> {
  const times: number[] = []
  for (let start = 0; start < starts; start++) times.push(await started())
  return { what: 'Node that answers one line', measured: median(times) }
}

async function started(): Promise<number> {
  const startMs = performance.now()
  const child = spawn(process.execPath, ['-e', echo], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.write('{}\n')
  await once(child.stdout, 'data')
  const took = performance.now() - startMs
  await once(child, 'exit')
  return took
}
