/** Counts a plugin's failures in a slot: three within five minutes pause it there. */
import type { PageFailureKind } from '../../src/contract/plugin-page.ts'
import type { SlotName } from '../../src/contract/plugin-slots.ts'

export interface Failure {
  kind: PageFailureKind
  /** The slot that failed; undefined when the whole plugin failed. */
  slot: SlotName | undefined
  detail: string
}

/** The state of one slot of a plugin, or of the whole plugin. */
export interface FailureState {
  failure?: Failure
  failedAt: readonly number[]
  isPaused: boolean
}

/** The failures of one plugin by slot; `all` is the whole plugin, whose failure counts in each slot. */
export type PluginFailures = Readonly<Partial<Record<FailurePlace, FailureState>>>
export type FailurePlace = SlotName | 'all'

const fresh: FailureState = { failedAt: [], isPaused: false }
const windowMs = 5 * 60_000
const mostFailures = 3

/** Returns the state after one more failure, or the same object when that slot has already failed. */
export function afterFailure(before: PluginFailures, failure: Failure, nowMs: number): PluginFailures {
  const place = failure.slot ?? 'all'
  const { failure: known, failedAt: earlier } = before[place] ?? fresh
  if (known !== undefined) return before
  const failedAt = [...earlier.filter((at) => nowMs - at < windowMs), nowMs]
  return { ...before, [place]: { failure, failedAt, isPaused: failedAt.length >= mostFailures } }
}

/** Returns the state after a retry: a pause ends, and the count restarts. */
export function afterRetry(before: PluginFailures, place: FailurePlace): PluginFailures {
  const { failedAt, isPaused } = before[place] ?? fresh
  return { ...before, [place]: { failedAt: isPaused ? [] : failedAt, isPaused: false } }
}

/** Returns why a plugin is not shown in this slot. */
export function failureIn(known: PluginFailures, slot: SlotName): ShownFailure | undefined {
  for (const place of ['all', slot] as const) {
    const { failure, isPaused = false } = known[place] ?? {}
    if (failure !== undefined) return { ...failure, isPaused, place }
  }
  return undefined
}

export interface ShownFailure extends Failure {
  isPaused: boolean
  place: FailurePlace
}
