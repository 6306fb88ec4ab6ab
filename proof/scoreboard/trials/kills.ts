/** Kills the bridge, and then everything, at random moments and at chosen steps while people write. */
import { setTimeout as wait } from 'node:timers/promises'
import { isClean } from '../../balance.ts'
import type { Outcome } from '../row.ts'
import { type Death, deathAt, type RelayDeaths, relayDeaths } from './deaths.ts'

const kills = 500
const longestLifeMs = 400

const bridgeAlone: Death = async (world) => {
  await wait(Math.random() * longestLifeMs)
  await world.bridge.kill()
  await world.startBridge()
  return true
}

const withItsPlugin: Death = async (world) => {
  await wait(Math.random() * longestLifeMs)
  world.bridge.child.kill('SIGSTOP')
  world.killPlugin()
  await world.bridge.kill()
  await world.startBridge()
  return true
}

export const bridgeKilled = async (): Promise<Outcome> => outcomeOf(await relayDeaths(Array(kills).fill(bridgeAlone)))

export const everythingKilled = async (): Promise<Outcome> =>
  outcomeOf(await relayDeaths(Array(kills).fill(withItsPlugin)))

/** The two calls that make a message durable are hit at more steps than the others. */
const swept: Readonly<Record<string, number>> = {
  pwrite64: 4,
  fsync: 4,
  write: 10,
  rename: 10,
  openat: 10,
}
const lastStep = 200

export async function everyStep(): Promise<Outcome> {
  const deaths = Object.entries(swept).flatMap(([calls, every]) =>
    Array.from({ length: lastStep / every }, (_, index) => deathAt(() => ({ calls, nth: 1 + index * every }))),
  )
  const books = await relayDeaths(deaths)
  const { figure, reached } = outcomeOf(books)
  return { figure: `${deaths.length} points, ${figure}`, reached }
}

const outcomeOf = ({ said, died, balance }: RelayDeaths): Outcome => {
  const { lost, duplicated, outOfOrder, repeated } = balance
  const faults = `${lost.length} lost, ${duplicated.length} doubled, ${outOfOrder.length} out of order`
  return {
    figure: `${died} deaths, ${said.toLocaleString('en')} messages: ${faults}; ${repeated} came again under their own id`,
    reached: isClean(balance) && repeated <= said * mostRepeated,
  }
}

const mostRepeated = 1e-4
