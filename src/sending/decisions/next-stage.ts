/** Decides when a part that was not handed over yet may go: the parts of a send go one after another. */
import type { Failure, PartFacts } from './send-state.ts'
import { partOutcome } from './send-state.ts'

export type Turn =
  | { is: 'ready' }
  /** The part before it is on its way. */
  | { is: 'later' }
  /** The part before it failed, but may still be sent. */
  | { is: 'held' }
  /** The part before this one may not have been sent, or never will be, and this part makes no sense without it. */
  | { is: 'dropped'; as: 'failed' | 'uncertain'; failure: Failure }

/** `before` is the preceding part. */
export function nextStage(before: PartFacts | undefined): Turn {
  if (before === undefined) return { is: 'ready' }
  if (before.is === 'dropped') return before
  if (before.is !== 'out') return { is: 'later' }
  const { state, failure } = partOutcome(before)
  if (state === 'failed') return { is: 'held' }
  if (state === 'uncertain' && failure !== null) return { is: 'dropped', as: 'uncertain', failure }
  // A script whose end nobody observed reported nothing, so its row has to exist first.
  return before.handover.row !== null || before.handover.end === 'handed_over' ? { is: 'ready' } : { is: 'later' }
}
