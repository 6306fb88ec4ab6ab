/** Ten thousand messages in one commit: how fast they are safe, and what memory that takes. */
import { DatabaseSync } from 'node:sqlite'
import { until } from '../test/harness/until.ts'
import type { Figure } from './harness/figure.ts'
import { peakResidentMb, residentMb } from './harness/process-figures.ts'
import { measuredRelay, type SimulatedHome } from './harness/simulated-relay.ts'

const rows = 10_000
const people = 40

export async function relayBurst(home: SimulatedHome): Promise<Figure[]> {
  await using relay = await measuredRelay(home)
  const { messages } = relay.mac
  const beforeMb = residentMb(relay.bridge.pid)
  const journal = new DatabaseSync(relay.journalFile, { readOnly: true })
  const taken = journal.prepare('SELECT count(*) AS n FROM inbox')
  const before = Number(taken.get()?.n)
  messages.transaction(() => {
    for (let index = 0; index < rows; index++)
      messages.receive({ from: `+1202555${String(1_000 + (index % people))}`, text: `Burst ${index}` })
  })
  const startMs = performance.now()
  await until(() => Number(taken.get()?.n) - before >= rows, { withinMs: 120_000 })
  const journalledS = (performance.now() - startMs) / 1000
  journal.close()
  await until(() => relay.receiver.delivered.length >= rows, { withinMs: 180_000 })
  const deliveredS = (performance.now() - startMs) / 1000
  return [
    { work: `${rows} rows at once: journalled`, measured: rows / journalledS, unit: '/s', target: 3_000 },
    { work: `${rows} rows at once: at the webhook`, measured: rows / deliveredS, unit: '/s' },
    {
      work: `${rows} rows at once: growth of resident memory at its peak`,
      measured: peakResidentMb(relay.bridge.pid) - beforeMb,
      unit: 'MB',
      target: 60,
    },
  ]
}
