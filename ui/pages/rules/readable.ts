/** Reads conditions as a sentence; returns undefined when they are nested too deeply or cannot be parsed. */
import { type Sentence, sentenceOf } from './sentence.ts'

export function readable(text: string): Sentence | undefined {
  try {
    return sentenceOf(text)
  } catch {
    return undefined
  }
}
