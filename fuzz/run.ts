/** Tries one target for a time, or a number of cases; each case can be made again from the seed and its number. */
import { seededRandom } from '../simulator/random.ts'
import type { Target } from './target.ts'

export interface Limits {
  seed: string
  seconds: number
  /** At most. */
  cases: number
  /** The first one to be tried. */
  from?: number
}

export interface Failure {
  case: number
  error: unknown
}

export interface Report {
  target: Target
  cases: number
  /** Of the one that took longest, the best of some repetitions: the machine has other work, too. */
  slowestMs: number
  /** How much more memory is held afterwards; collected before each look. */
  grownMb: number
  failures: readonly Failure[]
}

/** Enough to see what is wrong. */
const mostFailures = 5
const repetitions = 3
const patienceMs = 20_000

export async function runTarget(target: Target, { seed, seconds, cases, from = 0 }: Limits): Promise<Report> {
  const opened = await target.open()
  try {
    const heldMb = memoryMb()
    const endMs = performance.now() + seconds * 1_000
    const failures: Failure[] = []
    let tried = 0
    let slowest = { number: from, ms: 0 }
    const one = (number: number) => timed(() => opened.attempt(seededRandom(`${seed} ${target.name} ${number}`)))
    while (tried < cases && failures.length < mostFailures && performance.now() < endMs) {
      const number = from + tried++
      const { ms, error } = await one(number)
      if (ms > slowest.ms) slowest = { number, ms }
      if (error !== undefined) failures.push({ case: number, error })
    }
    let slowestMs = slowest.ms
    for (let again = 0; again < repetitions && failures.length === 0; again++)
      slowestMs = Math.min(slowestMs, (await one(slowest.number)).ms)
    return { target, cases: tried, slowestMs, grownMb: memoryMb() - heldMb, failures }
  } finally {
    await opened.close?.()
  }
}

async function timed(attempt: () => void | Promise<void>): Promise<{ ms: number; error?: unknown }> {
  const beganMs = performance.now()
  try {
    const attempted = attempt()
    // Most are done at once: waiting would cost more than they do.
    if (attempted !== undefined) await inTime(attempted)
    return { ms: performance.now() - beganMs }
  } catch (error) {
    return { ms: performance.now() - beganMs, error: error ?? new Error('nothing was thrown') }
  }
}

function inTime(attempted: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`nothing within ${patienceMs} ms`)), patienceMs)
  return Promise.race([attempted, late.promise]).finally(() => clearTimeout(timer))
}

function memoryMb(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 / 1024
}
