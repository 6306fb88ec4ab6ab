/** Lists every bench with its name, its subject, and the sizes of history at which it is measured. */
import { bodyDecoding } from './benches/body-decoding.ts'
import { idleCosts, startTimes } from './benches/bridge-costs.ts'
import { catchUp } from './benches/catch-up.ts'
import { eventStreams, slowReaders } from './benches/event-streams.ts'
import { exportSpeed } from './benches/export-speed.ts'
import { keptMemory } from './benches/kept-memory.ts'
import { limitedLists } from './benches/limited-lists.ts'
import { lossOnKill } from './benches/loss-on-kill.ts'
import { mcpStart } from './benches/mcp-start.ts'
import { outboxSpeed } from './benches/outbox-speed.ts'
import { pluginLoad } from './benches/plugin-load.ts'
import { relayBurst, relayStream } from './benches/relay-burst.ts'
import { pollLatency, relayLatency } from './benches/relay-latency.ts'
import { scanning } from './benches/scanning.ts'
import { sendingSpeed } from './benches/sending-speed.ts'
import { simulatorSpeed } from './benches/simulator-speed.ts'
import { webOver } from './benches/web-costs.ts'
import { wholeService } from './benches/whole-service.ts'
import type { Figure, SubjectName } from './figure.ts'
import { pageOverAMillion, pageOverMany } from './page/page-speed.ts'
import { peerHistory } from './peers/history.ts'
import { peerWatching } from './peers/watching.ts'
import { type SimulatedHome, simulatedHome } from './simulated-relay.ts'

interface Bench {
  name: string
  subject: SubjectName
}

/** A bench that creates what it needs. */
interface OwnBench extends Bench {
  run(): Promise<Figure[]> | Figure[]
}

/** A bench over a simulated Mac that all benches of one size share in turn. */
interface SizedBench extends Bench {
  at: readonly number[]
  run(home: SimulatedHome): Promise<Figure[]> | Figure[]
}

/** Gives the bench a Mac of its own, where the history does not matter. */
const overAFew = (run: SizedBench['run']) => async () => {
  using home = simulatedHome({ messages: 1_000 })
  return await run(home)
}

const few = 10_000
const many = 100_000
const million = 1_000_000
const sizes = [few, many, million]
/** Measured only when it is asked for by `--at`: such a history alone takes ten minutes to make. */
const tenMillion = 10_000_000
const largest = [...sizes, tenMillion]

export const ownBenches: readonly OwnBench[] = [
  { name: 'decoding', subject: 'decoding', run: bodyDecoding },
  { name: 'simulator', subject: 'simulator', run: simulatorSpeed },
  { name: 'plugins', subject: 'plugins', run: overAFew(pluginLoad) },
  { name: 'outbox', subject: 'sending', run: overAFew(outboxSpeed) },
  { name: 'page', subject: 'page', run: pageOverMany },
  { name: 'page-million', subject: 'page', run: pageOverAMillion },
]

/**
 * Benches that add many messages come last. Where the size of the history changes nothing, one or two sizes suffice.
 */
export const sizedBenches: readonly SizedBench[] = [
  { name: 'scan', subject: 'reading', at: sizes, run: scanning },
  { name: 'export', subject: 'reading', at: sizes, run: exportSpeed },
  { name: 'mcp', subject: 'costs', at: largest, run: mcpStart },
  { name: 'web', subject: 'history', at: largest, run: webOver },
  { name: 'limited', subject: 'history', at: [few], run: limitedLists },
  { name: 'peers', subject: 'history', at: sizes, run: peerHistory },
  { name: 'start', subject: 'costs', at: largest, run: startTimes },
  { name: 'idle', subject: 'costs', at: [few, million], run: idleCosts },
  { name: 'latency', subject: 'relay', at: sizes, run: relayLatency },
  { name: 'poll', subject: 'relay', at: [many], run: pollLatency },
  { name: 'peer-watch', subject: 'relay', at: [many, million], run: peerWatching },
  { name: 'sending', subject: 'sending', at: [few, many], run: sendingSpeed },
  { name: 'streams', subject: 'streams', at: [many], run: eventStreams },
  { name: 'slow-readers', subject: 'streams', at: [many], run: slowReaders },
  { name: 'whole', subject: 'costs', at: [few], run: wholeService },
  { name: 'kept', subject: 'costs', at: [few], run: keptMemory },
  { name: 'loss', subject: 'relay', at: [many], run: lossOnKill },
  { name: 'burst', subject: 'relay', at: sizes, run: relayBurst },
  { name: 'steady', subject: 'relay', at: [few], run: relayStream },
  { name: 'catch-up', subject: 'relay', at: [many], run: catchUp },
]

export interface Wanted {
  names: readonly string[]
  /** Limits the run to one size; the largest is measured only so. */
  at?: number
}

export interface PlannedPart {
  /** The name of the part: of the bench, and of the size that it is measured at. */
  name: string
  bench: string
  messages?: number
}

/** Returns the benches to run, in order. */
export function planned({ names, at }: Wanted): PlannedPart[] {
  const isWanted = ({ name, subject }: Bench) => names.length === 0 || names.includes(name) || names.includes(subject)
  const own = at === undefined ? ownBenches.filter(isWanted).map(({ name }) => ({ name, bench: name })) : []
  const sized = largest
    .filter((size) => (at === undefined ? size !== tenMillion : size === at))
    .flatMap((messages) =>
      sizedBenches
        .filter((bench) => isWanted(bench) && bench.at.includes(messages))
        .map(({ name }) => ({ name: `${name} over ${messages.toLocaleString('en')} messages`, bench: name, messages })),
    )
  return [...own, ...sized]
}

/** The names of all parts of all sizes, in order. */
export const partNames = (): string[] =>
  [...planned({ names: [] }), ...planned({ names: [], at: tenMillion })].map(({ name }) => name)

export const benchNames: readonly string[] = [...ownBenches, ...sizedBenches].map(({ name }) => name)
