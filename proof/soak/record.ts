/** Lives through a busy day as a trial, and keeps what its page and its picture show. */
import { type BalanceCounts, countsOf, isClean } from '../balance.ts'
import { type Entry, ProofRecord } from '../record.ts'
import type { Trial } from '../trials.ts'
import type { Planned } from './day.ts'
import { isLevel, type Level, levelsOf } from './levels.ts'
import { runSoak, type Soak } from './run.ts'
import type { Sample } from './sample.ts'

export interface Day extends Pick<Soak, 'hours' | 'minutes' | 'seed' | 'perHour'> {
  counts: Readonly<Record<string, number>>
  balance: BalanceCounts
  levels: Level[]
  incidents: Planned[]
  /** The first of what went wrong in the soak itself. */
  troubles?: string[]
  samples: Sample[]
}

export type LivedDay = Entry<Day> & { outcome: Day }

const trial = 'a busy day'
const record = new ProofRecord<Day>('soak')
const mostSamples = 300
const mostTroubles = 20

export const dayTrial = (soak: Soak): Trial<Day> => ({
  name: trial,
  async run() {
    const { hours, minutes, seed, perHour } = soak
    const { samples, incidents, counts, troubles, balance } = await runSoak(soak)
    return {
      hours,
      minutes,
      seed,
      perHour,
      counts,
      incidents,
      balance: countsOf(balance),
      levels: levelsOf(samples),
      samples: thinned(samples, mostSamples),
      ...(troubles.length > 0 && { troubles: troubles.slice(0, mostTroubles) }),
    }
  },
})

export const isLevelDay = ({ balance, levels }: Day): boolean => isClean(balance) && levels.every(isLevel)

/** A day that broke off shows nothing. */
export function keepDay(entry: Entry<Day>): void {
  if (entry.outcome !== undefined) record.keep(entry, [trial])
}

export const lastDay = (): LivedDay | undefined =>
  record.entries().find((entry) => entry.outcome) as LivedDay | undefined

/** Thins evenly, and keeps the last one. */
export function thinned<T>(all: readonly T[], most: number): T[] {
  const step = Math.ceil(all.length / most)
  return all.filter((_, place) => (all.length - 1 - place) % step === 0)
}
