/**
 * Keeps comparisons of rules for a while, since one over years takes longer than a request may: each request works on
 * its run for a few seconds, and a run that nobody asks about any more is forgotten.
 */
import { randomBytes } from 'node:crypto'
import type { Comparison } from '../domain/rules/comparison.ts'
import { ServiceError } from '../domain/service-error.ts'

export interface RulesCompared {
  sinceMs: number
  comparison: Comparison
}

/** A run is worked on by its requests alone. */
export interface RuleRun {
  readonly id: string
  readonly of: RulesCompared
  readonly isDone: boolean
  /** Works until it is done or the time is over. What its work throws ends the run. */
  advance(): Promise<void>
}

export interface RuleRuns {
  /** `step` does a little, and returns false once there is nothing left. */
  begin(of: RulesCompared, step: () => Promise<boolean>): RuleRun
  /** Throws `invalid_request` for a run that is not kept (any more). */
  find(id: string): RuleRun
}

const keptRuns = 8
const keptMs = 10 * 60_000
/** Shorter than what proxies and clients wait for. */
const workMs = 2_000

interface Kept extends RuleRun {
  usedAtMs: number
}

export function ruleRuns(nowMs: () => number, { workForMs = workMs } = {}): RuleRuns {
  const runs = new Map<string, Kept>()

  function forgetOld(): void {
    for (const [id, { usedAtMs }] of runs) if (Math.abs(nowMs() - usedAtMs) > keptMs) runs.delete(id)
    for (const id of [...runs.keys()].slice(0, Math.max(0, runs.size - keptRuns))) runs.delete(id)
  }

  /** The most recently requested stand last. */
  function touch(run: Kept): void {
    run.usedAtMs = nowMs()
    runs.delete(run.id)
    runs.set(run.id, run)
    forgetOld()
  }

  return {
    begin(of, step) {
      let isDone = false
      let working = Promise.resolve()
      async function work(): Promise<void> {
        const endsMs = performance.now() + workForMs
        while (!isDone && performance.now() < endsMs) isDone = !(await step())
      }
      const run: Kept = {
        id: randomBytes(16).toString('hex'),
        of,
        usedAtMs: nowMs(),
        get isDone() {
          return isDone
        },
        async advance() {
          // Two requests for one run work one after the other.
          working = working.then(work)
          try {
            await working
          } catch (error) {
            runs.delete(run.id)
            throw error
          }
          if (runs.has(run.id)) touch(run)
        },
      }
      touch(run)
      return run
    },
    find(id) {
      forgetOld()
      const run = runs.get(id)
      if (run !== undefined) return run
      throw new ServiceError('invalid_request', 'This comparison is over: begin it anew.', {
        in: 'body',
        path: 'cursor',
        reason: 'is no longer known',
      })
    },
  }
}
