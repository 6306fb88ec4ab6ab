/** Decides whether two names are the same: case, accents, spacing and punctuation make no difference. */
import { foldLetters } from './fold-letters.ts'

const part = /[\p{L}\p{M}\p{N}]+|\p{RI}{2}|\p{ExtPict}/gv

/** Returns what is equal for two spellings of a name. A name of nothing but punctuation is its own. */
export function nameKey(name: string): string {
  const folded = foldLetters(name)
  return folded.match(part)?.join(' ') ?? folded.trim()
}

export const sameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other)
