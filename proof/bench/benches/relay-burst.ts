/**
 * Measures many messages in one commit: how fast they are stored and delivered to the webhook, and how much memory that
 * takes.
 */
import { DatabaseSync } from 'node:sqlite'
import { dirOf } from '../../../test/harness/bridge-process.ts'
import { until } from '../../../test/harness/until.ts'
import { peakResidentMb, residentMb } from '../../process-figures.ts'
import { burst } from '../burst.ts'
import type { Figure } from '../figure.ts'
import { measuredRelay, type SimulatedHome } from '../simulated-relay.ts'
import { works } from '../works.ts'

const small = 5_000
const large = 10_000

export async function relayBurst(home: SimulatedHome): Promise<Figure[]> {
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
    { work: works.burst, measured: small / smallS, unit: '/s', target: 2_000 },
    {
      work: 'both: growth of resident memory at its peak',
      measured: peakResidentMb(relay.bridge.pid) - beforeMb,
      unit: 'MB',
      target: 60,
    },
  ]
}
