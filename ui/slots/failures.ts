/** How often a plugin may fail before it pauses: three times within five minutes. */
import type { PageFailureKind } from '../../src/contract/plugin-page.ts'
import type { SlotName } from '../../src/contract/plugin-slots.ts'

export interface Failure {
  kind: PageFailureKind
  /** Where it happened, as far as that is known. */
  slot: SlotName | undefined
  detail: string
}

export interface PluginState {
  failure?: Failure
  failedAt: readonly number[]
  isPaused: boolean
}

const windowMs = 5 * 60_000
const mostFailures = 3

/** What is known of a plugin after one more failure. */
export function afterFailure(before: PluginState, failure: Failure, nowMs: number): PluginState {
  const failedAt = [...before.failedAt.filter((at) => nowMs - at < windowMs), nowMs]
  return { failure, failedAt, isPaused: failedAt.length >= mostFailures }
}
