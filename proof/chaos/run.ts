/** Lets faults happen one after the other while people write, then counts. */
import { setTimeout as wait } from 'node:timers/promises'
import { pick, seededRandom } from '../../simulator/random.ts'
import { type Balance, balanceOf } from '../balance.ts'
import { openWorld, type World } from './chaos-world.ts'
import { faults } from './faults.ts'
import { settled } from './settle.ts'

export interface Outcome {
  /** How often each fault happened. */
  faults: Record<string, number>
  said: number
  ordered: number
  /** What was unfinished when the wait ended, in sentences. */
  waitedFor: string[]
  balance: Balance
}

interface Chaos {
  seed: string
  rounds: number
  /** Limits the run to these faults. */
  names?: readonly string[]
  onRound?(round: number, name: string): void
}

const calmMs = 300

export async function runChaos({ seed, rounds, names = Object.keys(faults), onRound }: Chaos): Promise<Outcome> {
  const random = seededRandom(seed)
  await using world = await openWorld()
  const counts: Record<string, number> = {}
  for (let round = 0; round < rounds; round++) {
    await wait(random() * calmMs)
    // The first rounds use each fault once.
    const name = names[round] ?? pick(random, names)
    onRound?.(round, name)
    await faults[name]?.(world, random)
    counts[name] = (counts[name] ?? 0) + 1
    await world.mend()
  }
  return { faults: counts, ...(await counted(world)) }
}

/** Ends the writing and the sending. */
export async function counted(world: World): Promise<Omit<Outcome, 'faults'>> {
  const [said] = await Promise.all([world.talkers.stop(), world.sender.stop()])
  const { ordered, waitedFor } = await settled(world)
  const arrived = world.taken()
  const wentOut = world.mac.wentOut()
  return {
    said: [...said.values()].flat().length,
    ordered: ordered.size,
    waitedFor,
    balance: balanceOf({ said, arrived, ordered, wentOut }),
  }
}
