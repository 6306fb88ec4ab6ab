/** Says what a key can do, in the reader's language and with the names of those whom its grant lists. */
import { grantSentence, type SaidKey } from '../../../../src/domain/grant/sentence.ts'
import { locale } from '../../../catalogue/texts.ts'

/** Of each list; longer ones are counted, and stand in full where the key is changed. */
const mostNamed = 6

export const keySentence = (key: SaidKey, names: Readonly<Record<string, string>> = {}): string =>
  grantSentence(key, { locale: locale(), nameOf: (entry) => names[entry], mostNamed })
