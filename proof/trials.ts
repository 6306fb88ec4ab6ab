/**
 * Runs the trials of a proof one after the other, and says of each what came of it, with where, when and on what it was
 * tried.
 */
import { availableParallelism, cpus, totalmem } from 'node:os'
import { inspect } from 'node:util'
import type { Entry } from './record.ts'
import { triedCommit } from './tried-commit.ts'

export interface Trial<Outcome> {
  name: string
  /** Printed before it begins. */
  title?: string
  /** Throws where it cannot be carried through. */
  run(): Outcome | Promise<Outcome>
}

interface Given<Outcome> {
  trials: Iterable<Trial<Outcome>>
  /** Returns what is printed of an outcome. */
  format(outcome: Outcome, entry: Entry<Outcome>): string
  /** Called after each trial. */
  keep?(entry: Entry<Outcome>): void
  /** Once it is aborted, no trial begins, and what the current one came to is dropped. */
  signal?: AbortSignal
  output?: Output
}

type Output = Record<'stdout' | 'stderr', { write(text: string): unknown }>

export async function tryAll<Outcome>(given: Given<Outcome>): Promise<Entry<Outcome>[]> {
  const { trials, format, keep, signal, output = process } = given
  const about = { machine: machine(), commit: triedCommit(import.meta.dirname) }
  const entries: Entry<Outcome>[] = []
  for (const trial of trials) {
    if (signal?.aborted) break
    if (trial.title !== undefined) output.stdout.write(`${trial.title}\n`)
    const entry = { trial: trial.name, ...about, ...(await attempt(trial, output)) }
    if (signal?.aborted) break
    entries.push(entry)
    const { outcome, failed } = entry
    output.stdout.write(`${outcome === undefined ? `FAILED: ${failed}` : format(outcome, entry)}\n`)
    keep?.(entry)
  }
  return entries
}

type Attempt<Outcome> = Omit<Entry<Outcome>, 'trial' | 'machine' | 'commit'>

async function attempt<Outcome>({ run }: Trial<Outcome>, { stderr }: Output): Promise<Attempt<Outcome>> {
  const [at, paceMs, startMs] = [`${new Date().toISOString().slice(0, 16)}Z`, Math.round(pace()), performance.now()]
  const circumstances = () => ({ at, seconds: Math.round((performance.now() - startMs) / 1_000), paceMs })
  try {
    const outcome = await run()
    return { ...circumstances(), outcome }
  } catch (error) {
    for (const each of error instanceof SuppressedError ? [error.suppressed, error.error] : [error])
      stderr.write(`${inspect(each)}\n`)
    return { ...circumstances(), failed: reasonOf(error) }
  }
}

/** Returns the first reason if closing failed as well. */
function reasonOf(error: unknown): string {
  if (error instanceof SuppressedError) return reasonOf(error.suppressed)
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? ''
}

const machine = (): string =>
  `${cpus()[0]?.model.trim() ?? 'an unknown processor'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Linux, Node ${process.version}`

const turns = 20_000_000

/** Returns the milliseconds of a fixed calculation. */
function pace(): number {
  const startMs = performance.now()
  let state = 1
  for (let turn = 0; turn < turns; turn++) state = (Math.imul(state, 1_664_525) + 1_013_904_223 + (state >>> 7)) | 0
  return performance.now() - startMs + (state === 0 ? 1 : 0)
}
