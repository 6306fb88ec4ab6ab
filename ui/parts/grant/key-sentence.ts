/** Says what a key can do, in the reader's language and with the names of those whom its grant lists. */
import { grantSentence, type SaidKey } from '../../../src/domain/grant/sentence.ts'
import { locale } from '../../catalogue/texts.ts'

interface Said extends SaidKey {
  /** The names of those in the grant, by entry. */
  names?: Readonly<Record<string, string>> | undefined
  /**
   * The most entries of a list that are named. Longer lists are counted, and shown in full where the key is changed.
   */
  mostNamed?: number
}

export const keySentence = ({ names = {}, mostNamed = 6, ...key }: Said): string =>
  grantSentence(key, { locale: locale(), nameOf: (entry) => names[entry], mostNamed })
