/** Lets faults happen one after the other while people write, then counts. */
import { setTimeout as wait } from 'node:timers/promises'
import { pick, seededRandom } from '../../simulator/random.ts'
import { ChaosWorld, type Counted } from './chaos-world.ts'
import { faults } from './faults.ts'

export interface Outcome extends Counted {
  /** Counts of each fault. */
  faults: Record<string, number>
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
  await using world = await ChaosWorld.open()
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
  return { faults: counts, ...(await world.count()) }
}
