/** Lets things go wrong one after the other while people talk, then counts. */
import { setTimeout as wait } from 'node:timers/promises'
import { pick, seededRandom } from '../simulator/random.ts'
import { until } from '../test/harness/until.ts'
import { sentRows } from '../test/sending/rows.ts'
import { type Balance, balanceOf } from './balance.ts'
import { mishaps } from './mishaps.ts'
import { openWorld, type World } from './world.ts'

export interface Outcome {
  /** How often each went wrong. */
  mishaps: Record<string, number>
  said: number
  ordered: number
  balance: Balance
}

interface Chaos {
  seed: string
  rounds: number
  /** Those alone. */
  names?: readonly string[]
  onRound?(round: number, name: string): void
}

const calmMs = 300
const settleMs = 300_000

export async function runChaos({ seed, rounds, names = Object.keys(mishaps), onRound }: Chaos): Promise<Outcome> {
  const random = seededRandom(seed)
  await using world = await openWorld()
  const counts: Record<string, number> = {}
  for (let round = 0; round < rounds; round++) {
    await wait(random() * calmMs)
    // The first rounds take each once.
    const name = names[round] ?? pick(random, names)
    onRound?.(round, name)
    await mishaps[name]?.(world, random)
    counts[name] = (counts[name] ?? 0) + 1
    await world.mend()
  }
  return { mishaps: counts, ...(await counted(world)) }
}

async function counted(world: World): Promise<Omit<Outcome, 'mishaps'>> {
  const [said, ids] = await Promise.all([world.talkers.stop(), world.sender.stop()])
  const everything = new Set([...said.values()].flat())
  const isThere = () => {
    const arrived = new Set(taken(world).map(({ text }) => text))
    return [...everything].every((text) => arrived.has(text))
  }
  // What does not come at all is found by counting.
  await until(isThere, { withinMs: settleMs, everyMs: 200 }).catch(() => undefined)
  const ordered = await statesOf(world, ids)
  const arrived = taken(world)
  const wentOut = sentRows(world.mac.home).map(({ text }) => text)
  return {
    said: everything.size,
    ordered: ordered.size,
    balance: balanceOf({ said, arrived, ordered, wentOut }),
  }
}

const taken = ({ receiver }: World) =>
  receiver.delivered.filter(({ status }) => status < 300).map(({ body: { text, delivery_id: id } }) => ({ text, id }))

/** Once nothing can become of any of them any more. */
async function statesOf({ web }: World, ids: ReadonlyMap<string, string | undefined>) {
  const url = await web.ready()
  const states = new Map<string, string | undefined>()
  for (const [text, id] of ids) {
    const endMs = performance.now() + settleMs
    let state = await stateOf(url, id)
    while ((state === 'queued' || state === 'handed_over') && performance.now() < endMs) {
      await wait(200)
      state = await stateOf(url, id)
    }
    states.set(text, state)
  }
  return states
}

async function stateOf(url: string, id: string | undefined): Promise<string | undefined> {
  if (id === undefined) return undefined
  const response = await fetch(`${url}/api/v1/sends/${id}`)
  return ((await response.json()) as { state?: string }).state
}
