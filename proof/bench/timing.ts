/** Summarises many runs of one piece of work in two figures. */

import { median, percentile } from '../statistics.ts'
import type { Figure } from './figure.ts'

export async function timesOf<T>(inputs: readonly T[], work: (input: T) => unknown): Promise<number[]> {
  const times: number[] = []
  for (const input of inputs) {
    const startMs = performance.now()
    await work(input)
    times.push(performance.now() - startMs)
  }
  return times
}

interface Compared {
  work: string
  times: readonly number[]
  floor: { what: string; times: readonly number[] }
  /** Milliseconds. */
  targets: { p50: number; p99: number }
}

export const p50AndP99 = ({ work, times, floor, targets }: Compared): Figure[] => [
  {
    work: `${work}, p50`,
    measured: median(times),
    unit: 'ms',
    target: targets.p50,
    floor: { what: floor.what, measured: median(floor.times) },
  },
  {
    work: `${work}, p99`,
    measured: percentile(times, 0.99),
    unit: 'ms',
    target: targets.p99,
    floor: { what: floor.what, measured: percentile(floor.times, 0.99) },
  },
]
