/** A pattern as a machine: steps that read a character, part, look around, or have found something. */

export type Step =
  | { reads: (character: string) => boolean; next: number }
  | { either: number; or: number }
  | { needs: Assertion; next: number }
  | { found: true }

export type Assertion = 'start' | 'end' | 'boundary'

export type Program = readonly Step[]
