/** Measures `service export` as a process: how fast it writes, and that its memory does not grow with its output. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { installation } from '../../installation.ts'
import { peakResidentMb } from '../../process-figures.ts'
import type { Figure } from '../figure.ts'
import { bareRows } from '../floors/bare-rows.ts'
import type { SimulatedHome } from '../simulated-relay.ts'

const lookEveryMs = 50
/** At this rate a million messages take four minutes at most. */
const targets = { perSecond: 4_000, peakMb: 320 }

export async function exportSpeed({ home, messages }: SimulatedHome): Promise<Figure[]> {
  using rows = await bareRows(home)
  const startMs = performance.now()
  const read = rows.everything()
  const bare = { what: 'bare statement, text decoded', measured: perSecond(read, performance.now() - startMs) }
  const few = await exported(home, 'jsonl', ['--since', 'yesterday'])
  const little = { what: 'of two days', measured: few.peakMb }
  const figures: Figure[] = []
  for (const format of messages > 100_000 ? ['jsonl'] : ['jsonl', 'html']) {
    const { ms, peakMb } = await exported(home, format, ['--no-media'])
    const [work, unit] = [`export to ${format}`, '/s'] as const
    figures.push(
      { work: `${work}, rows`, measured: perSecond(read, ms), unit, target: targets.perSecond, floor: bare },
      { work: `${work}, peak memory`, measured: peakMb, unit: 'MB', target: targets.peakMb, floor: little },
    )
  }
  return figures
}

const perSecond = (count: number, ms: number): number => (count * 1_000) / ms

async function exported(home: string, format: string, options: readonly string[]) {
  const to = join(home, `export.${format}`)
  const startMs = performance.now()
  const args = [installation().entry, 'export', '--format', format, '--force', '--to', to, ...options]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, HOME: home },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let peakMb = 0
  const look = setInterval(() => {
    peakMb = Math.max(peakMb, peakOf(child.pid ?? 0))
  }, lookEveryMs)
  const [code] = await once(child, 'exit')
  clearInterval(look)
  if (code !== 0 || statSync(to).size === 0) throw new Error(`The export to ${format} ended with ${code}.`)
  return { ms: performance.now() - startMs, peakMb }
}

/** Linux reports nothing about a process that has just ended. */
function peakOf(pid: number): number {
  try {
    return peakResidentMb(pid)
  } catch {
    return 0
  }
}
