/** Runs a day in some minutes, samples the service every few seconds, and counts in the end. */
import { existsSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../../test/harness/until.ts'
import { sentRows } from '../../test/sending/rows.ts'
import { type Balance, balanceOf } from '../balance.ts'
import { settledSends, settleMs } from '../sender.ts'
import { hasEnded } from '../world.ts'
import { type Planned, planOf } from './day.ts'
import { type Growth, heapGrowth } from './heap-growth.ts'
import { actions } from './incidents.ts'
import { snapshotFile, wantedFile } from './kept.ts'
import { numberIn, type Written } from './people.ts'
import { type Sample, sampleOf } from './sample.ts'
import { SoakWorld } from './soak-world.ts'

export interface Soak {
  hours: number
  minutes: number
  seed: string
  /** The activity of people in an hour of the day. */
  perHour: number
  onSample?(sample: Sample): void
  onIncident?(planned: Planned): void
  /** Called with what the heap of each process gained in the second half; without it, no heap snapshots are taken. */
  onHeapGrowth?(process: 'bridge' | 'web', growth: readonly Growth[]): void
}

export interface Outcome {
  samples: Sample[]
  incidents: Planned[]
  counts: Record<string, number>
  /** The failures of the soak itself. */
  troubles: string[]
  balance: Balance
}

const sampleEveryMs = 4_000
const snapshotMs = 120_000

export async function runSoak({
  hours,
  minutes,
  seed,
  perHour,
  onSample,
  onIncident,
  onHeapGrowth,
}: Soak): Promise<Outcome> {
  const factor = (hours * 60) / minutes
  process.env.SOAK_FACTOR = String(factor)
  using kept = mkdtempDisposableSync(join(tmpdir(), 'soak-kept-'))
  process.env.SOAK_KEPT = kept.path
  process.env.NODE_OPTIONS = `--import ${new URL('hastened.ts', import.meta.url).href}`
  await using world = await SoakWorld.open({ seed, perMinute: (perHour / 60) * factor })
  const beganMs = performance.now()
  const atH = () => ((performance.now() - beganMs) / 3_600_000) * factor
  const samples: Sample[] = []
  const incidents: Planned[] = []
  const troubles: string[] = []
  const looking = (async () => {
    let atHalf: Snapshots | undefined
    for (; atH() < hours; await wait(sampleEveryMs)) {
      const sample = look(world, atH())
      samples.push(sample)
      onSample?.(sample)
      if (onHeapGrowth && atH() >= hours / 2) atHalf ??= await snapshots(world, kept.path, 'half')
    }
    if (onHeapGrowth === undefined || atHalf === undefined) return
    const atEnd = await snapshots(world, kept.path, 'end')
    for (const process of ['bridge', 'web'] as const) onHeapGrowth(process, heapGrowth(atHalf[process], atEnd[process]))
  })()
  for (const planned of planOf(hours)) {
    await wait(Math.max(0, ((planned.atH - atH()) * 3_600_000) / factor))
    // On a busy machine the incidents may take longer than the day lasts.
    if (atH() > hours) break
    const happened = { ...planned, atH: atH() }
    incidents.push(happened)
    onIncident?.(happened)
    await actions[planned.incident](world).catch((error) => troubles.push(`${planned.incident}: ${error}`))
  }
  await looking
  return { samples, incidents, ...(await counted(world, troubles)) }
}

type Snapshots = Record<'bridge' | 'web', string>

/** Makes both processes write a heap snapshot, and returns the paths of the files. */
async function snapshots({ bridge, web }: SoakWorld, folder: string, name: string): Promise<Snapshots> {
  const pathOf = (pid = 0) => snapshotFile(folder, pid, name)
  const taken = { bridge: pathOf(bridge.child.pid), web: pathOf(web.child.pid) }
  writeFileSync(wantedFile(folder), name)
  await until(() => Object.values(taken).every((path) => existsSync(path)), { withinMs: snapshotMs })
  return taken
}

function look({ mac, bridge, web, people }: SoakWorld, atH: number): Sample {
  const pidOf = (one: Pick<SoakWorld['bridge'], 'child'>) => (hasEnded(one) ? undefined : one.child.pid)
  return {
    atH,
    messages: people.count(),
    ...sampleOf({ home: mac.home, bridge: pidOf(bridge), web: pidOf(web) }),
  }
}

async function counted(world: SoakWorld, troubles: readonly string[]) {
  const { people, visitors, sender, receiver, mac, url } = world
  const [written] = await Promise.all([people.stop(), sender.stop(), visitors.stop()])
  const said = saidIn(written)
  const everything = [...said.values()].flat()
  const accepted = () => world.accepted().map(({ text, id }) => ({ text: numberIn(text), id }))
  const isThere = () => {
    const arrived = new Set(accepted().map(({ text }) => text))
    return everything.every((text) => arrived.has(text))
  }
  // Messages that never arrive are found by counting.
  await until(isThere, { withinMs: settleMs, everyMs: 1_000 }).catch(() => undefined)
  const { ordered } = await settledSends({ ordered: sender.ordered, url })
  const arrived = accepted().filter(({ text }) => text?.startsWith('№') && !written.unsent.has(text))
  return {
    counts: {
      messages: everything.length,
      sends: ordered.size,
      deliveries: receiver.delivered.length,
      ...people.actions,
      ...visitors.asked,
    },
    troubles: [...troubles, ...written.troubles],
    balance: balanceOf({ said, arrived, ordered, wentOut: sentRows(mac.home).map(({ text }) => text) }),
  }
}

/** An unsent message may have been relayed before, but need not have been. */
const saidIn = ({ numbers, unsent }: Written) =>
  new Map([...numbers].map(([chat, all]) => [chat, all.filter((number) => !unsent.has(number))]))
