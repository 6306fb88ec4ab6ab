/** Declares the syntax tree of a pattern. */
import type { Assertion } from './nfa.ts'

/** Tests one character in lower case. */
export type Test = (character: string) => boolean

export type Node =
  | { reads: Test }
  | { needs: Assertion }
  | { row: readonly Node[] }
  | { choice: readonly Node[] }
  | { repeated: Node; min: number; max: number }

export const isWordCharacter: Test = (read) => /[\p{L}\p{M}\p{N}_]/u.test(read)
