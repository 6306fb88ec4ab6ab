/** Conditions as a sentence, where they are one and are understood. */
import { type Sentence, sentenceOf } from './sentence.ts'

export function readable(text: string): Sentence | undefined {
  try {
    return sentenceOf(text)
  } catch {
    return undefined
  }
}
