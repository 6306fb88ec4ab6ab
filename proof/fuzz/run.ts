/** Tries one target for a time, or a number of cases; each case can be repeated from the seed and its number. */
import { type Random, seededRandom } from '../../simulator/random.ts'

/** A thing that is tried with hostile input, and the claim that has to hold for any input. */
export interface Target {
  name: string
  /** The claim in words for the report. */
  claim: string
  open(): Opened | Promise<Opened>
}

interface Opened {
  /** Makes one case from these random numbers only; throws where the claim does not hold for it. */
  attempt(random: Random): void | Promise<void>
  close?(): void | PromiseLike<void>
}

export interface Limits {
  seed: string
  seconds: number
  /** The upper limit. */
  cases: number
  /** The number of the first case. */
  from?: number
}

export interface Failure {
  case: number
  error: unknown
}

export interface Report {
  target: Target
  cases: number
  /**
   * The best of some repetitions of the slowest cases, since the machine has other work and collects garbage at times.
   */
  slowestMs: number
  /** The growth of the heap; garbage is collected before each measurement. */
  grownMb: number
  /** Resident memory at half of the cases and at the end. */
  residentMb: { before: number; after: number }
  failures: readonly Failure[]
}

/** This many suffice to see what is wrong. */
const mostFailures = 5
const repetitions = 3
const slowOnes = 10
/** Used where no number of cases is given: by then code is compiled, and the heap has its size. */
const warmUp = 1_000
const patienceMs = 20_000

export async function runTarget(target: Target, { seed, seconds, cases, from = 0 }: Limits): Promise<Report> {
  const opened = await target.open()
  try {
    const heldMb = memoryMb()
    let before = await residentMb()
    const endMs = performance.now() + seconds * 1_000
    const failures: Failure[] = []
    let tried = 0
    const half = Number.isFinite(cases) ? Math.ceil(cases / 2) : warmUp
    let slowest: Taken[] = []
    const one = (number: number) => timed(() => opened.attempt(seededRandom(`${seed} ${target.name} ${number}`)))
    while (tried < cases && failures.length < mostFailures && performance.now() < endMs) {
      const number = from + tried++
      const { ms, error } = await one(number)
      if (slowest.length < slowOnes || ms > (slowest.at(-1)?.ms ?? 0))
        slowest = [...slowest, { number, ms }].toSorted((a, b) => b.ms - a.ms).slice(0, slowOnes)
      if (error !== undefined) failures.push({ case: number, error })
      if (tried === half) before = await residentMb()
    }
    for (let again = 0; again < repetitions && failures.length === 0; again++)
      for (const taken of slowest) taken.ms = Math.min(taken.ms, (await one(taken.number)).ms)
    return {
      target,
      cases: tried,
      failures,
      grownMb: memoryMb() - heldMb,
      slowestMs: Math.max(0, ...slowest.map(({ ms }) => ms)),
      residentMb: { before, after: await residentMb() },
    }
  } finally {
    await opened.close?.()
  }
}

interface Taken {
  number: number
  ms: number
}

async function timed(attempt: () => void | Promise<void>): Promise<{ ms: number; error?: unknown }> {
  const beganMs = performance.now()
  try {
    const attempted = attempt()
    // Most attempts are synchronous, and awaiting them would take longer than they do.
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

/** Freed memory is returned to the system in the background. */
async function residentMb(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return process.memoryUsage.rss() / 1024 / 1024
}

function memoryMb(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 / 1024
}
