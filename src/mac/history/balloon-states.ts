/** Finds the text of an app balloon, taking its newest state and the votes in it into account. */
import { balloonOf } from '../../apple/app-balloon.ts'
import { pollWords } from '../balloon-text.ts'
import { readText } from '../body.ts'
import type { AssociatedRow, AssociatedRows } from './associated-rows.ts'
import type { FoundMessage } from './found-message.ts'
import { authorOf } from './tapbacks.ts'

const firstVote = 4000
const isVote = ({ association }: AssociatedRow): boolean => association >= firstVote
const isState = ({ association }: AssociatedRow): boolean => association === 2 || association === 3

/** Votes name the state that the voter saw, so they may be attached to the states of a poll as well as to the poll. */
export function withVotesOnStates(
  associated: Map<string, AssociatedRow[]>,
  rows: AssociatedRows,
): Map<string, AssociatedRow[]> {
  const states = [...associated].flatMap(([root, all]) => all.filter(isState).map(({ guid }) => ({ guid, root })))
  if (states.length === 0) return associated
  const votes = rows.of(states.map(({ guid }) => ({ guid, parts: 1 })))
  const complete = new Map(associated)
  for (const { guid, root } of states) {
    const later = (votes.get(guid) ?? []).filter(isVote)
    complete.set(root, [...(complete.get(root) ?? []), ...later])
  }
  return complete
}

export function balloonWords(found: FoundMessage, rows: readonly AssociatedRow[]): string | null {
  const payload = rows.findLast((row) => isState(row) && row.payload !== null)?.payload ?? found.payload
  if (balloonOf(found.balloon)?.kind === 'poll' && payload !== null) {
    const words = pollWords(payload, newestVotes(rows))
    if (words !== null) return words
  }
  return readText({ ...found, payload }, 'app').text
}

/** A vote holds everything that the voter chose, and replaces the voter's previous one. */
function newestVotes(rows: readonly AssociatedRow[]): Uint8Array[] {
  const votes = rows.filter(isVote).toSorted((a, b) => (a.sent_at_ms ?? 0) - (b.sent_at_ms ?? 0) || a.rowid - b.rowid)
  const newest = new Map(votes.map((vote) => [authorOf(vote), vote.payload]))
  return [...newest.values()].filter((payload) => payload !== null)
}
