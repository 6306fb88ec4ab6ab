/** How often a plugin may fail in a slot before it pauses there: three times within five minutes. */
import type { PageFailureKind } from '../../src/contract/plugin-page.ts'
import type { SlotName } from '../../src/contract/plugin-slots.ts'

export interface Failure {
  kind: PageFailureKind
  /** The slot that failed, and no other; undefined where it was the plugin as a whole. */
  slot: SlotName | undefined
  detail: string
}

/** What is known of one slot of a plugin, or of the plugin as a whole. */
export interface FailureState {
  failure?: Failure
  failedAt: readonly number[]
  isPaused: boolean
}

/** Of one plugin, by slot; `all` is the plugin as a whole, whose failure counts in each slot. */
export type PluginFailures = Readonly<Partial<Record<FailurePlace, FailureState>>>
export type FailurePlace = SlotName | 'all'

const fresh: FailureState = { failedAt: [], isPaused: false }
const windowMs = 5 * 60_000
const mostFailures = 3

/** What is known of a plugin after one more failure. The same object where that place has failed already. */
export function afterFailure(before: PluginFailures, failure: Failure, nowMs: number): PluginFailures {
  const place = failure.slot ?? 'all'
  const { failure: known, failedAt: earlier } = before[place] ?? fresh
  if (known !== undefined) return before
  const failedAt = [...earlier.filter((at) => nowMs - at < windowMs), nowMs]
  return { ...before, [place]: { failure, failedAt, isPaused: failedAt.length >= mostFailures } }
}

/** What is known once that place is tried again: a pause ends, and the count with it. */
export function afterRetry(before: PluginFailures, place: FailurePlace): PluginFailures {
  const { failedAt, isPaused } = before[place] ?? fresh
  return { ...before, [place]: { failedAt: isPaused ? [] : failedAt, isPaused: false } }
}

/** Why a plugin is not shown in this slot. */
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
