/** Measures what the bridge costs an idle Mac: processor time, memory, and the time until its first poll. */
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../../../test/harness/until.ts'
import { processorSeconds, residentMb } from '../../process-figures.ts'
import { median } from '../../statistics.ts'
import { bridgeOver } from '../../world.ts'
import { burst } from '../burst.ts'
import type { Figure } from '../figure.ts'
import { bareIdleIs, bareResident } from '../floors/bare-resident.ts'
import { bareStart } from '../floors/bare-start.ts'
import { measuredRelay, type SimulatedHome } from '../simulated-relay.ts'
import { works } from '../works.ts'

const idleS = 30
/**
 * After this time earlier work costs nothing more: collections of garbage, compilation by V8, and the housekeeping of
 * the first minute.
 */
const restMs = 70_000
const afterBurst = 5_000
const starts = 5

export async function idleCosts(home: SimulatedHome): Promise<Figure[]> {
  const bare = await bareResident()
  await using relay = await measuredRelay(home)
  const { pid } = relay.bridge
  const { delivered } = relay.receiver
  home.mac.messages.receive({ from: '+12025550177', text: 'The last one for a while' })
  await until(() => delivered.length > 0)
  const calm = { share: await shareAtRest(pid), megabytes: residentMb(pid) }
  burst(home.mac, afterBurst)
  await until(() => delivered.length > afterBurst, { withinMs: 180_000 })
  const later = { share: await shareAtRest(pid), megabytes: residentMb(pid) }
  const idle = { what: bareIdleIs, measured: bare.idleShare }
  const resident = { what: `bare Node with SQLite; without, ${Math.round(bare.nodeMb)} MB`, measured: bare.sqliteMb }
  const work = 'bridge, a minute after 5,000 messages at once'
  return [
    { work: works.idle, measured: calm.share, unit: '%', target: 0.3, floor: idle },
    { work: works.bridgeResident, measured: calm.megabytes, unit: 'MB', target: 65, floor: resident },
    { work: `${work}: of one core`, measured: later.share, unit: '%', target: 0.3, floor: idle },
    { work: `${work}: resident`, measured: later.megabytes, unit: 'MB', floor: resident },
  ]
}

async function shareAtRest(pid: number): Promise<number> {
  await wait(restMs)
  const before = processorSeconds(pid)
  await wait(idleS * 1_000)
  return ((processorSeconds(pid) - before) / idleS) * 100
}

export async function startTimes(home: SimulatedHome): Promise<Figure[]> {
  const times: number[] = []
  for (let start = 0; start < starts; start++) {
    const startMs = performance.now()
    const bridge = bridgeOver(home.home)
    await bridge.polling()
    times.push(performance.now() - startMs)
    await bridge.stop()
  }
  const work = 'start of the bridge → first poll, median'
  return [{ work, measured: median(times), unit: 'ms', target: 500, floor: await bareStart() }]
}
