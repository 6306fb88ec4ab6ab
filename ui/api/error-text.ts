/** Words an error for the reader: in the language of the page where its code has a text, else as the service says it. */
import { messageOf } from '../../src/base/errors.ts'
import { ClientError } from '../../src/client/client-error.ts'
import type { LocalText } from '../catalogue/finding-words.ts'
import { textFor } from '../catalogue/texts.ts'

export function errorWords(error: unknown): LocalText {
  const own = error instanceof ClientError ? textFor(`error.${error.code}`) : undefined
  return own === undefined ? { text: messageOf(error), lang: 'en' } : { text: own }
}

export const errorText = (error: unknown): string => errorWords(error).text
