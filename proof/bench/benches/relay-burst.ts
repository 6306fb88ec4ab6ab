/**
 * Measures many messages in one commit, and many commits a second: how fast they are stored and delivered to the webhook,
 * and how much memory that takes.
 */

import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { dirOf } from '../../../test/harness/bridge-process.ts'
import { until } from '../../../test/harness/until.ts'
import { peakResidentMb, residentMb } from '../../process-figures.ts'
import { percentile } from '../../statistics.ts'
import { burst, people } from '../burst.ts'
import type { Figure } from '../figure.ts'
import { BareChain, bareChainIs } from '../floors/bare-chain.ts'
import { measuredRelay, type SimulatedHome } from '../simulated-relay.ts'
import { works } from '../works.ts'

const small = 5_000
const large = 10_000

export async function relayBurst(home: SimulatedHome): Promise<Figure[]> {
  const floor = await throughBareChain(home)
  await using relay = await measuredRelay(home)
  const { delivered } = relay.receiver
  const beforeMb = residentMb(relay.bridge.pid)
  const smallMs = burst(home.mac, small)
  await until(() => delivered.length >= small, { withinMs: 180_000, everyMs: 2 })
  const smallS = (performance.now() - smallMs) / 1000
  const journal = new DatabaseSync(dirOf(home.home).journalFile, { readOnly: true })
  const taken = journal.prepare('SELECT count(*) AS n FROM inbox')
  const before = Number(taken.get()?.n)
  const startMs = burst(home.mac, large)
  await until(() => Number(taken.get()?.n) - before >= large, { withinMs: 120_000 })
  const journalledS = (performance.now() - startMs) / 1000
  journal.close()
  await until(() => delivered.length >= small + large, { withinMs: 180_000 })
  return [
    { work: '10,000 rows at once, journalled', measured: large / journalledS, unit: '/s', target: 3_000 },
    { work: works.burst, measured: small / smallS, unit: '/s', target: 4_000, floor },
    {
      work: 'both: growth of resident memory at its peak',
      measured: peakResidentMb(relay.bridge.pid) - beforeMb,
      unit: 'MB',
      target: 60,
    },
  ]
}

async function throughBareChain({ mac }: SimulatedHome): Promise<NonNullable<Figure['floor']>> {
  await using chain = await BareChain.start(mac.home)
  const { delivered } = chain.receiver
  const startMs = burst(mac, small)
  await until(() => delivered.length >= small, { withinMs: 180_000, everyMs: 2 })
  return { what: bareChainIs, measured: small / ((performance.now() - startMs) / 1_000) }
}

const commitsPerSecond = 400
const streamS = 12
/** Several commits at a time, since no timer is more exact. */
const betweenMs = 10

/** Each message in a commit of its own, faster than any number of people writes. */
export async function relayStream(home: SimulatedHome): Promise<Figure[]> {
  await using relay = await measuredRelay(home)
  const { delivered } = relay.receiver
  const committedMs: number[] = []
  const startMs = Date.now()
  for (const all = commitsPerSecond * streamS; committedMs.length < all; await wait(betweenMs)) {
    const due = Math.min(all, ((Date.now() - startMs) * commitsPerSecond) / 1_000)
    while (committedMs.length < due) {
      const index = committedMs.length
      home.mac.messages.receive({ from: `+1202555${1_000 + (index % people)}`, text: `Stream ${index}` })
      committedMs.push(Date.now())
    }
  }
  await until(() => delivered.length >= committedMs.length, { withinMs: 180_000 })
  const lags = delivered.map(({ atMs, body }) => atMs - (committedMs[Number(body.text?.split(' ')[1])] ?? 0))
  const work = `${commitsPerSecond} commits a second for ${streamS} s, commit → integration`
  return [
    { work: `${work}, p99`, measured: percentile(lags, 0.99), unit: 'ms', target: 1_000 },
    { work: `${work}, longest`, measured: Math.max(...lags), unit: 'ms' },
  ]
}
