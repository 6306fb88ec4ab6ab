/** The search index of a whole history, built in the background while others ask; beside a bare FTS5 table of the same text. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { chatDbPath } from '../simulator/paths.ts'
import { decodeText } from '../src/apple/message-body.ts'
import { dirOf } from '../test/harness/bridge-process.ts'
import { bareRows } from './harness/bare-rows.ts'
import type { Figure } from './harness/figure.ts'
import { peakResidentMb } from './harness/process-figures.ts'
import type { SimulatedHome } from './harness/simulated-relay.ts'
import { percentile } from './harness/statistics.ts'
import { ask, searchProgress, type WebProcess } from './harness/web-process.ts'

const targetS = 60

/** To be run right after the start over an empty base directory. */
export async function indexing({ home }: SimulatedHome, { url, pid }: WebProcess, size: string): Promise<Figure[]> {
  const startMs = performance.now()
  using rows = bareRows(home)
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
      work: `${size}: index built while others ask`,
      measured,
      unit: 'ms',
      ...(size === '1,000,000' && { target: targetS * 1000 }),
      floor: { what: 'bare FTS5', measured: bareIndex(home) },
    },
    {
      work: `${size}: web process meanwhile, at most resident`,
      measured: peakResidentMb(pid),
      unit: 'MB',
      target: 250,
    },
  ]
  if (others.length < 20) return figures
  const p99: Figure = {
    work: `${size}: other requests meanwhile, p99`,
    measured: percentile(others, 0.99),
    unit: 'ms',
    target: 60,
  }
  return [...figures, p99]
}

/** Milliseconds for reading, decoding and indexing every text in one transaction, without anything else. */
function bareIndex(home: string): number {
  const path = join(dirOf(home).base, 'bare-fts.db')
  const startMs = performance.now()
  const source = new DatabaseSync(chatDbPath(home), { readOnly: true })
  const index = new DatabaseSync(path)
  index.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
    CREATE VIRTUAL TABLE bare USING fts5(text, content = '', tokenize = 'unicode61'); BEGIN`)
  const insert = index.prepare('INSERT INTO bare (rowid, text) VALUES (?, ?)')
  const rows = source
    .prepare('SELECT ROWID AS rowid, text, attributedBody AS body FROM message ORDER BY ROWID')
    .iterate()
  for (const { rowid, text, body } of rows) {
    const decoded = body instanceof Uint8Array ? decodeText(body) : undefined
    insert.run(Number(rowid), decoded?.ok ? decoded.value : String(text ?? ''))
  }
  index.exec('COMMIT')
  index.close()
  source.close()
  rmSync(path)
  return performance.now() - startMs
}
