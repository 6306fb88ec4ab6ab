/** `npm run bench [-- NAME…]`: measures, each figure beside its target and its floor in the same run. */
import { availableParallelism, cpus } from 'node:os'
import installMissing from '../test/setup/programs.ts'
import { bodyDecoding } from './body-decoding.ts'
import { idleCosts, startTimes } from './bridge-costs.ts'
import { eventStreams } from './event-streams.ts'
import { exportSpeed } from './export-speed.ts'
import { type Figure, isReached, table } from './harness/figure.ts'
import { type SimulatedHome, simulatedHome } from './harness/simulated-relay.ts'
import { mcpStart } from './mcp-start.ts'
import { pageOverAMillion, pageOverMany } from './page-speed.ts'
import { pluginLoad } from './plugin-load.ts'
import { relayBurst } from './relay-burst.ts'
import { pollLatency, relayLatency } from './relay-latency.ts'
import { sendingSpeed } from './sending-speed.ts'
import { simulatorSpeed } from './simulator-speed.ts'
import { webOver } from './web-costs.ts'

interface Bench {
  name: string
  run(): Promise<Figure[]> | Figure[]
}

const over = (messages: number, work: readonly ((home: SimulatedHome) => Promise<Figure[]>)[]) => async () => {
  using home = simulatedHome({ messages })
  const figures: Figure[] = []
  for (const measure of work) figures.push(...(await measure(home)))
  return figures
}

const benches: readonly Bench[] = [
  { name: 'typedstream', run: bodyDecoding },
  { name: 'simulator', run: simulatorSpeed },
  { name: 'latency', run: over(100_000, [relayLatency, pollLatency]) },
  { name: 'burst', run: over(100_000, [relayBurst]) },
  { name: 'sending', run: over(100_000, [sendingSpeed]) },
  { name: 'start', run: over(100_000, [startTimes]) },
  { name: 'mcp', run: over(10_000, [mcpStart('10,000')]) },
  { name: 'export', run: over(100_000, [exportSpeed('100,000')]) },
  { name: 'plugins', run: over(1_000, [pluginLoad]) },
  { name: 'idle', run: over(100_000, [(home) => idleCosts(home, '100,000')]) },
  { name: 'web-small', run: over(10_000, [webOver('10,000')]) },
  { name: 'web', run: over(100_000, [webOver('100,000'), eventStreams]) },
  { name: 'page', run: pageOverMany },
  { name: 'page-million', run: pageOverAMillion },
  {
    name: 'million',
    run: over(1_000_000, [
      (home) => idleCosts(home, '1,000,000'),
      startTimes,
      mcpStart('1,000,000'),
      exportSpeed('1,000,000'),
      webOver('1,000,000'),
    ]),
  },
]

if (process.platform !== 'linux') {
  process.stderr.write('Processor time and memory are read from /proc: the benches run on Linux.\n')
  process.exit(2)
}
installMissing()
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !benches.some((bench) => bench.name === name))
if (unknown.length > 0) {
  process.stderr.write(
    `No bench is called ${unknown.join(', ')}; there are ${benches.map(({ name }) => name).join(', ')}.\n`,
  )
  process.exit(2)
}
process.stdout.write(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}\n`,
)
const figures: Figure[] = []
for (const { name, run } of benches.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  const found = await run()
  process.stdout.write(`\n${name}\n${table(found)}\n`)
  figures.push(...found)
}
const missed = figures.filter((figure) => !isReached(figure))
process.stdout.write(`\n${figures.length} figures, ${missed.length} targets missed\n`)
