/**
 * Finds everything in a text that any match of a pattern covers, in one pass: all paths through the pattern are
 * followed side by side, so that no text causes backtracking. A step that is reached on several paths keeps the one
 * that began first.
 */
import type { Span } from '../span.ts'
import type { Nfa } from './compile-pattern.ts'
import { type Assertion, isWordCharacter } from './parse-pattern.ts'

export function findPattern(nfa: Nfa, text: string): Span[] {
  const spans: Span[] = []
  let ways = waysThrough(nfa)
  let following = waysThrough(nfa)
  let before: string | undefined
  let at = 0
  const goTo = (step: number, began: number, place: TextPosition, to: Ways): void => {
    if (!to.add(step, began)) return
    const reached = nfa[step]
    if (reached === undefined) return
    if ('either' in reached) {
      goTo(reached.either, began, place, to)
      goTo(reached.or, began, place, to)
    } else if ('needs' in reached) {
      if (holds(reached.needs, place)) goTo(reached.next, began, place, to)
    } else if ('found' in reached && place.at > began) spans.push({ start: began, end: place.at })
  }

  const characters = [...text, undefined]
  let after: TextPosition = { at: 0, before: undefined, after: characters[0] }
  for (const [index, character] of characters.entries()) {
    goTo(0, at, after, ways)
    if (character === undefined) break
    const folded = character.toLowerCase()
    before = character
    at += character.length
    after = { at, before, after: characters[index + 1] }
    for (const [step, began] of ways.entries()) {
      const reached = nfa[step]
      if (reached !== undefined && 'reads' in reached && reached.reads(folded))
        goTo(reached.next, began, after, following)
    }
    ways.clear()
    ;[ways, following] = [following, ways]
  }
  return spans
}

/** A position between two characters. */
interface TextPosition {
  at: number
  before: string | undefined
  after: string | undefined
}

function holds(assertion: Assertion, { before, after }: TextPosition): boolean {
  if (assertion === 'start') return before === undefined
  if (assertion === 'end') return after === undefined
  return (before !== undefined && isWordCharacter(before)) !== (after !== undefined && isWordCharacter(after))
}

interface Ways {
  /** Returns false for a step that was reached before. */
  add(step: number, began: number): boolean
  /** Returns the steps in the order in which they were reached: the earliest beginnings first. */
  entries(): Iterable<[step: number, began: number]>
  clear(): void
}

function waysThrough({ length }: Nfa): Ways {
  const marks = new Uint32Array(length)
  let steps: [number, number][] = []
  let round = 1
  return {
    add(step, began) {
      if (marks[step] === round) return false
      marks[step] = round
      steps.push([step, began])
      return true
    },
    entries: () => steps,
    clear() {
      steps = []
      round++
    },
  }
}
