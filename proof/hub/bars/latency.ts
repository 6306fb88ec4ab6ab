/** Measures how long messages of many Macs take until the hub tells of them. */
import { setTimeout as wait } from 'node:timers/promises'
import { hubRowid } from '../../../src/hub/store/ids.ts'
import { type MacHere, macHere } from '../../../test/harness/hub-here.ts'
import { peakResidentMb } from '../../process-figures.ts'
import { percentile } from '../../statistics.ts'
import { HubWorld } from '../hub-world.ts'
import type { RimMac } from '../rim-mac.ts'
import { startWriting } from '../rim-writing.ts'
import type { Asked, HubTrial, Outcome } from '../trial.ts'
import { connectMacs } from './connect-macs.ts'
import { inMs, p50And99 } from './format-times.ts'
import { type Floor, nowMs, startFloor, WayOfMessages } from './way-of-messages.ts'

const manyMacs = 200

/** When the messages of Macs that were connected together were written, by their numbers in the hub. */
async function writtenBy(
  { database }: HubWorld,
  macs: readonly RimMac[],
  prefix: string,
): Promise<Map<number, number>> {
  const rows = await database.query<{ name: string; line: number }>('SELECT name, line FROM mac WHERE name LIKE $1', [
    `${prefix}-%`,
  ])
  const lineOf = new Map(rows.map(({ name, line }) => [name, line]))
  return new Map(
    macs.flatMap((mac, n) =>
      [...mac.writtenMs].map(([guid, atMs]): [number, number] => [
        hubRowid(lineOf.get(`${prefix}-${n + 1}`) ?? 0, Number(guid.split('-').at(-1))),
        atMs,
      ]),
    ),
  )
}

interface Measured extends ReturnType<WayOfMessages['stages']> {
  floor: Floor
}

/** Lets the Macs write for a while, and runs `beside` meanwhile. */
async function measure(
  world: HubWorld,
  { macs, prefix, forMs }: { macs: readonly RimMac[]; prefix: string; forMs: number },
  beside: (way: WayOfMessages) => Promise<void> = async () => undefined,
): Promise<Measured> {
  const way = await WayOfMessages.follow(world)
  const floor = await startFloor(world, await world.connection())
  await using writing = startWriting(macs, manyMacs)
  const besides = beside(way)
  await wait(forMs)
  await writing.stop()
  await besides
  const measured = await floor.stop()
  await wait(3_000)
  return { ...way.stages(await writtenBy(world, macs, prefix)), floor: measured }
}

const stagesSaid = ({ untilPublished, untilTold, floor: { samples, lateMs } }: Measured): string =>
  `until NATS has it ${p50And99(untilPublished)}, from there ${p50And99(untilTold)}; meanwhile the machine takes ${p50And99(samples)} to publish, read, insert and notify alone (${samples.length}), and 99 of 100 timers of who measures were at most ${inMs(lateMs)} ms late`

/** 200 Macs write once a second each; beside them a simulated Mac with its whole service. */
async function manyAtOnce({ isQuick, loaded }: Asked): Promise<Outcome> {
  const world = await loaded.world()
  await using real = await macHere()
  const written = await realMac(world, real)
  const macs = await connectMacs(world, 'many', manyMacs)
  const forMs = isQuick ? 8_000 : 30_000
  const line = (await world.mac('real')).line
  const whole: number[] = []
  const rim = await measure(world, { macs, prefix: 'many', forMs }, async ({ told }) => {
    const wholes = new Map<number, number>()
    for (const endMs = nowMs() + forMs; nowMs() < endMs; ) {
      const { rowid } = real.bridge.mac.messages.receive({ from: '+12025550199', text: 'timed' })
      wholes.set(hubRowid(line, rowid), nowMs())
      await wait(250)
    }
    await wait(3_000)
    for (const [rowid, atMs] of wholes) if (told.has(rowid)) whole.push((told.get(rowid) ?? 0) - atMs)
  })
  const memoryMb = peakResidentMb(written.uplink.pid)
  const isFast = (samples: readonly number[]) => percentile(samples, 0.5) <= 50 && percentile(samples, 0.99) <= 250
  return {
    figure: `${loaded.rows}, ${macs.length} Macs, ${manyMacs}/s: at their rim ${p50And99(rim.all)} (${rim.all.length} messages); a whole Mac from its commit ${p50And99(whole)} (${whole.length}); of the rim ${stagesSaid(rim)}; the uplink of the whole Mac at most ${memoryMb.toFixed(0)} MB resident after carrying ${written.before} older messages`,
    reached: isFast(rim.all) && isFast(whole) && memoryMb <= 120,
  }
}

async function realMac(world: HubWorld, real: MacHere) {
  const before = 5_000
  const { messages } = real.bridge.mac
  messages.transaction(() => {
    for (let n = 0; n < before; n++)
      messages.receive({ from: `+120255501${10 + (n % 80)}`, text: `an older message ${n}` })
  })
  await world.add('real')
  const uplink = world.startUplink('real', real)
  await world.untilHas('real', 0)
  return { uplink, before }
}

async function clusterLatency({ isQuick }: Asked): Promise<Outcome> {
  await using world = await HubWorld.open({ servers: 3 })
  const macs = await connectMacs(world, 'kept', isQuick ? 50 : manyMacs)
  const measured = await measure(world, { macs, prefix: 'kept', forMs: isQuick ? 8_000 : 30_000 })
  return {
    figure: `${macs.length} Macs, ${manyMacs}/s, everything kept by three servers: ${p50And99(measured.all)} (${measured.all.length} messages); ${stagesSaid(measured)}`,
    reached: percentile(measured.all, 0.99) <= 300,
  }
}

export const latencies: readonly HubTrial[] = [
  {
    name: 'many-macs',
    claim: `from the commit of a message to the feed of the hub, ${manyMacs} Macs, ${manyMacs} a second, 10 M rows`,
    target: 'p50 ≤ 50, p99 ≤ 250 ms; uplink ≤ 120 MB resident',
    run: manyAtOnce,
  },
  {
    name: 'cluster-latency',
    claim: 'the same with three servers of NATS that keep everything thrice, an empty hub',
    target: 'p99 ≤ 300 ms',
    run: clusterLatency,
  },
]
