/** Keeps the record of a soak: its samples, thinned and rounded, and its outcome. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Planned } from './day.ts'
import { type Level, levelsOf } from './levels.ts'
import type { Outcome, Soak } from './run.ts'
import type { Sample } from './sample.ts'

export interface SoakRecord extends Pick<Soak, 'hours' | 'minutes' | 'seed' | 'perHour'> {
  date: string
  counts: Outcome['counts']
  /** How many of each; repeats under the same id, and uncertain sends, are no faults. */
  balance: Record<keyof Outcome['balance'], number>
  levels: Level[]
  incidents: Planned[]
  samples: Sample[]
}

const mostSamples = 300
export const recordFile = fileURLToPath(new URL('record.json', import.meta.url))

type Given = Pick<Soak, 'hours' | 'minutes' | 'seed' | 'perHour'>

export function recordOf(given: Given, { samples, incidents, counts, balance }: Outcome): SoakRecord {
  return rounded({
    ...given,
    date: new Date().toISOString().slice(0, 10),
    counts,
    balance: Object.fromEntries(
      Object.entries(balance).map(([name, found]) => [name, typeof found === 'number' ? found : found.length]),
    ) as SoakRecord['balance'],
    levels: levelsOf(samples),
    incidents,
    samples: thinned(samples, mostSamples),
  })
}

/** Thins evenly, and keeps the last one. */
export function thinned<T>(all: readonly T[], most: number): T[] {
  const step = Math.ceil(all.length / most)
  return all.filter((_, place) => (all.length - 1 - place) % step === 0)
}

const rounded = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value, (_, each) => (typeof each === 'number' ? Math.round(each * 1_000) / 1_000 : each)))

export const readRecord = (): SoakRecord => JSON.parse(readFileSync(recordFile, 'utf8'))
