/**
 * Measures indexing a whole history in the background while requests are served, beside a bare FTS5 table of the same
 * text.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { peakResidentMb } from '../../process-figures.ts'
import { percentile } from '../../statistics.ts'
import type { Figure } from '../figure.ts'
import { makeBareIndex } from '../floors/bare-index.ts'
import { bareRows } from '../floors/bare-rows.ts'
import type { SimulatedHome } from '../simulated-relay.ts'
import { ask, searchProgress, type WebProcess } from '../web-process.ts'

const targetS = 20

/** Must run right after the start over an empty base directory. */
export async function indexing({ home, messages }: SimulatedHome, { url, pid }: WebProcess): Promise<Figure[]> {
  const startMs = performance.now()
  using rows = await bareRows(home)
  const anchors = rows.anchors(200)
  const others: number[] = []
  for (let index = 0; (await searchProgress(url)).state !== 'current'; index++) {
    const anchor = anchors[index % anchors.length]
    const asked =
      index % 2 === 0 ? '' : `/${encodeURIComponent(anchor?.guid ?? '')}/messages?before_rowid=${anchor?.rowid}`
    others.push((await ask(url, `/api/v1/conversations${asked}`)).ms)
    await wait(20)
  }
  const measured = performance.now() - startMs
  const figures: Figure[] = [
    {
      work: 'index built while others ask',
      measured,
      unit: 'ms',
      ...(messages === 1_000_000 && { target: targetS * 1000 }),
      floor: { what: 'bare FTS5', measured: await makeBareIndex(home) },
    },
    {
      work: 'web process meanwhile, at most resident',
      measured: peakResidentMb(pid),
      unit: 'MB',
      target: 250,
    },
  ]
  if (others.length < 20) return figures
  const p99: Figure = {
    work: 'other requests meanwhile, p99',
    measured: percentile(others, 0.99),
    unit: 'ms',
    target: 60,
  }
  return [...figures, p99]
}
