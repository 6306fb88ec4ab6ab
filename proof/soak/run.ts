/** Runs a day in some minutes, samples the service every few seconds, and counts in the end. */
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../../test/harness/until.ts'
import { sentRows } from '../../test/sending/rows.ts'
import { type Balance, balanceOf } from '../balance.ts'
import { type Planned, planOf } from './day.ts'
import { actions } from './incidents.ts'
import { numberIn, type Written } from './people.ts'
import { type Sample, sampleOf } from './sample.ts'
import { openWorld, type World } from './world.ts'

export interface Soak {
  hours: number
  minutes: number
  seed: string
  /** How much people do in an hour of the day. */
  perHour: number
  onSample?(sample: Sample): void
  onIncident?(planned: Planned): void
}

export interface Outcome {
  samples: Sample[]
  incidents: Planned[]
  counts: Record<string, number>
  /** What went wrong in the soak itself. */
  troubles: string[]
  balance: Balance
}

const sampleEveryMs = 4_000
const settleMs = 300_000

export async function runSoak({ hours, minutes, seed, perHour, onSample, onIncident }: Soak): Promise<Outcome> {
  const factor = (hours * 60) / minutes
  process.env.SOAK_FACTOR = String(factor)
  process.env.NODE_OPTIONS = `--import ${new URL('hastened.ts', import.meta.url).href}`
  await using world = await openWorld({ seed, perMinute: (perHour / 60) * factor })
  const beganMs = performance.now()
  const atH = () => ((performance.now() - beganMs) / 3_600_000) * factor
  const samples: Sample[] = []
  const incidents: Planned[] = []
  const troubles: string[] = []
  const looking = (async () => {
    for (; atH() < hours; await wait(sampleEveryMs)) {
      const sample = look(world, atH())
      samples.push(sample)
      onSample?.(sample)
    }
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

function look({ mac, bridge, web, people }: World, atH: number): Sample {
  const pidOf = ({ child }: { child: World['bridge']['child'] }) =>
    child.exitCode === null && child.signalCode === null ? child.pid : undefined
  return {
    ...{ atH, messages: people.count() },
    ...sampleOf({ home: mac.home, bridge: pidOf(bridge), web: pidOf(web) }),
  }
}

async function counted(world: World, troubles: readonly string[]) {
  const { people, visitors, sender, receiver, mac } = world
  const [written, ids] = await Promise.all([people.stop(), sender.stop(), visitors.stop()])
  const said = saidIn(written)
  const everything = [...said.values()].flat()
  const taken = () =>
    receiver.delivered
      .filter(({ status }) => status < 300)
      .map(({ body }) => ({ text: numberIn(body.text), id: body.delivery_id }))
  // Messages that never arrive are found by counting.
  await until(() => isThere(everything, taken()), { withinMs: settleMs, everyMs: 1_000 }).catch(() => undefined)
  const ordered = await statesOf(world, ids)
  const wentOut = sentRows(mac.home).map(({ text }) => text)
  const arrived = taken().filter(({ text }) => text?.startsWith('№') && !written.unsent.has(text))
  return {
    counts: {
      ...{ messages: everything.length, sends: ordered.size, deliveries: receiver.delivered.length },
      ...people.actions,
      ...visitors.asked,
    },
    troubles: [...troubles, ...written.troubles],
    balance: balanceOf({ said, arrived, ordered, wentOut }),
  }
}

function isThere(everything: readonly string[], taken: readonly { text: string | null }[]): boolean {
  const arrived = new Set(taken.map(({ text }) => text))
  return everything.every((text) => arrived.has(text))
}

/** An unsent message may have been relayed before, but need not have been. */
const saidIn = ({ numbers, unsent }: Written) =>
  new Map([...numbers].map(([chat, all]) => [chat, all.filter((number) => !unsent.has(number))]))

async function statesOf({ url }: World, ids: ReadonlyMap<string, string | undefined>) {
  const states = new Map<string, string | undefined>()
  for (const [text, id] of ids) states.set(text, id === undefined ? undefined : await lastStateOf(url(), id))
  return states
}

/** Returns the state once it is final. */
async function lastStateOf(url: string, id: string): Promise<string | undefined> {
  const endMs = performance.now() + settleMs
  for (;;) {
    const { state } = (await (await fetch(`${url}/api/v1/sends/${id}`)).json()) as { state?: string }
    if ((state !== 'queued' && state !== 'handed_over') || performance.now() > endMs) return state
    await wait(200)
  }
}
