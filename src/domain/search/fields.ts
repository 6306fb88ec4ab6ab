/** Makes the words of a document of its texts, so that no phrase matches across two of them. */
import { foldedWords } from './words.ts'

/** A sign that is never a word of a text. */
const between = '¶'
/** Nobody types more than this; a longer text is a pasted file. */
const longestText = 100_000

/** Returns the words of the fields, in the order of an index. */
export function wordsOfFields(fields: readonly string[]): string[] {
  const words = fields.map((field) => foldedWords(field.slice(0, longestText))).filter((field) => field.length > 0)
  return words.flatMap((field, n) => (n === 0 ? field : [between, ...field]))
}
