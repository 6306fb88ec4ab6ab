/** Counts a plugin's failures in a slot: three within five minutes pause it there. */
import type { PageFailureKind } from '../../src/contract/plugin-page.ts'
import type { SlotName } from '../../src/contract/plugin-slots.ts'

export interface Failure {
  kind: PageFailureKind
  slot: SlotName
  detail: string
}

export interface SlotFailures {
  /** The reason why the plugin is not shown in the slot at present. */
  failure?: Failure
  failedAtMs: readonly number[]
  isPaused: boolean
}

/** The failures of one plugin. */
export type PluginFailures = Readonly<Partial<Record<SlotName, SlotFailures>>>

const none: SlotFailures = { failedAtMs: [], isPaused: false }
const windowMs = 5 * 60_000
const mostFailures = 3

/** Returns the state after one more failure, or the same object when that slot has already failed. */
export function afterFailure(before: PluginFailures, failure: Failure, nowMs: number): PluginFailures {
  const { failure: known, failedAtMs: earlier } = before[failure.slot] ?? none
  if (known !== undefined) return before
  const failedAtMs = [...earlier.filter((atMs) => nowMs - atMs < windowMs), nowMs]
  return { ...before, [failure.slot]: { failure, failedAtMs, isPaused: failedAtMs.length >= mostFailures } }
}

/** Returns the state after a retry: a pause ends, and the count restarts. */
export function afterRetry(before: PluginFailures, slot: SlotName): PluginFailures {
  const { failedAtMs, isPaused } = before[slot] ?? none
  return { ...before, [slot]: { failedAtMs: isPaused ? [] : failedAtMs, isPaused: false } }
}
