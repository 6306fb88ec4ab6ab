/** When a part that was not handed over yet has its turn: the parts of a send go one after another. */
import type { Failure, PartFacts } from './send-state.ts'
import { partOutcome } from './send-state.ts'

export type Turn =
  | { is: 'ready' }
  /** What goes before it is on its way. */
  | { is: 'later' }
  /** What goes before it failed, but may go after all. */
  | { is: 'held' }
  /** Nobody knows whether the part before it went, or it never will: alone it would be no message. */
  | { is: 'dropped'; as: 'failed' | 'uncertain'; failure: Failure }

/** `before` is the part that it comes after. */
export function turnAfter(before: PartFacts | undefined): Turn {
  if (before === undefined) return { is: 'ready' }
  if (before.is === 'dropped') return before
  if (before.is !== 'out') return { is: 'later' }
  const { state, failure } = partOutcome(before)
  if (state === 'failed') return { is: 'held' }
  if (state === 'uncertain' && failure !== null) return { is: 'dropped', as: 'uncertain', failure }
  // A script that nobody saw end has said nothing: its row has to.
  return before.handover.row !== null || before.handover.end === 'handed_over' ? { is: 'ready' } : { is: 'later' }
}
