/** Compiles a pattern to an NFA whose size, and with it the time that it takes, is bounded. */
import { type Assertion, Misread, type Node, parsePattern } from './parse-pattern.ts'

/** A step of an NFA reads a character, branches, checks an assertion, or reports a match. */
type Step =
  | { reads: (character: string) => boolean; next: number }
  | { either: number; or: number }
  | { needs: Assertion; next: number }
  | { found: true }

/** A compiled pattern. */
export type Nfa = readonly Step[]

/**
 * The limit for the length of one pattern and of all together: within it the longest message takes half a second in the
 * worst case that could be constructed.
 */
export const mostSteps = 500

/** Returns the NFA, or the reason why there is none, in a sentence for the author of the pattern. */
export function compilePattern(source: string): { nfa: Nfa } | { problem: string } {
  try {
    const steps: Step[] = []
    emit(parsePattern(source), steps)
    push(steps, { found: true })
    return { nfa: steps }
  } catch (error) {
    if (error instanceof Misread) return { problem: `${error.message} (at character ${error.at + 1})` }
    throw error
  }
}

function push(steps: Step[], step: Step): number {
  if (steps.length >= mostSteps) throw new Misread('the pattern is too long', 0)
  return steps.push(step) - 1
}

/** Each node leads to the step after its last one. */
function emit(node: Node, steps: Step[]): void {
  if ('reads' in node) push(steps, { reads: node.reads, next: steps.length + 1 })
  else if ('needs' in node) push(steps, { needs: node.needs, next: steps.length + 1 })
  else if ('row' in node) for (const each of node.row) emit(each, steps)
  else if ('choice' in node) emitChoice(node.choice, steps)
  else emitRepeated(node, steps)
}

function emitChoice([first, ...others]: readonly Node[], steps: Step[]): void {
  if (first === undefined) return
  if (others.length === 0) {
    emit(first, steps)
    return
  }
  const fork = push(steps, { either: steps.length + 1, or: 0 })
  emit(first, steps)
  const exit = push(steps, { either: 0, or: 0 })
  steps[fork] = { either: fork + 1, or: steps.length }
  emitChoice(others, steps)
  steps[exit] = { either: steps.length, or: steps.length }
}

function emitRepeated({ repeated: node, min, max }: Extract<Node, { repeated: Node }>, steps: Step[]): void {
  for (let times = 0; times < min; times++) emit(node, steps)
  if (max === Number.POSITIVE_INFINITY) {
    const fork = push(steps, { either: steps.length + 1, or: 0 })
    emit(node, steps)
    push(steps, { either: fork, or: fork })
    steps[fork] = { either: fork + 1, or: steps.length }
    return
  }
  const forks: number[] = []
  for (let times = min; times < max; times++) {
    forks.push(push(steps, { either: steps.length + 1, or: 0 }))
    emit(node, steps)
  }
  for (const fork of forks) steps[fork] = { either: fork + 1, or: steps.length }
}
