/**
 * Declares a compiled pattern: the steps of an NFA that read a character, branch, check an assertion, or report a
 * match.
 */

export type Step =
  | { reads: (character: string) => boolean; next: number }
  | { either: number; or: number }
  | { needs: Assertion; next: number }
  | { found: true }

export type Assertion = 'start' | 'end' | 'boundary'

export type Nfa = readonly Step[]
