/**
 * Measures how fast a hundred thousand messages that arrived while nothing ran are delivered after a start, and how
 * much memory that takes.
 */
import { DatabaseSync } from 'node:sqlite'
import { chatDbPath } from '../../../simulator/paths.ts'
import { until } from '../../../test/harness/until.ts'
import { peakResidentMb } from '../../process-figures.ts'
import { bridgeOver } from '../../world.ts'
import { burst } from '../burst.ts'
import type { Figure } from '../figure.ts'
import { BareChain, bareChainIs } from '../floors/bare-chain.ts'
import { measuredRelay, type SimulatedHome } from '../simulated-relay.ts'

const backlog = 100_000

export async function catchUp(home: SimulatedHome): Promise<Figure[]> {
  await using relay = await measuredRelay(home)
  await relay.bridge.stop()
  const { delivered } = relay.receiver
  burst(home.mac, backlog)
  const startMs = performance.now()
  const bridge = bridgeOver(home.home)
  await until(() => delivered.length >= backlog, { withinMs: 300_000 })
  const seconds = (performance.now() - startMs) / 1000
  const peakMb = peakResidentMb(bridge.pid)
  await bridge.stop()
  const floor = await throughBareChain(home)
  const work = `a backlog of ${backlog.toLocaleString('en')} after a start`
  return [
    { work: `${work}, at the webhook`, measured: backlog / seconds, unit: '/s', target: 4_000, floor: floor.speed },
    { work: `${work}: resident memory at its peak`, measured: peakMb, unit: 'MB', target: 90, floor: floor.peak },
    {
      work: `${work}: lost`,
      measured: backlog - new Set(delivered.map(({ body }) => body.text)).size,
      unit: '',
      target: 0,
    },
  ]
}

async function throughBareChain({
  home,
}: SimulatedHome): Promise<Record<'speed' | 'peak', NonNullable<Figure['floor']>>> {
  using source = new DatabaseSync(chatDbPath(home), { readOnly: true })
  const newest = Number(source.prepare('SELECT max(ROWID) AS rowid FROM message').get()?.rowid)
  const startMs = performance.now()
  await using chain = await BareChain.start(home, newest - backlog)
  const { delivered } = chain.receiver
  await until(() => delivered.length >= backlog, { withinMs: 300_000 })
  const seconds = (performance.now() - startMs) / 1_000
  return {
    speed: { what: bareChainIs, measured: backlog / seconds },
    peak: { what: bareChainIs, measured: chain.peakResidentMb },
  }
}
