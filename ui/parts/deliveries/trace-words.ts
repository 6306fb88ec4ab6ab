/** Says which checks a message passed and which stopped it, in the reader's language where it has words for the codes. */
import type { Trace } from '../../../src/contract/trace.ts'
import type { LocalText } from '../../catalogue/finding-words.ts'
import { textFor } from '../../catalogue/texts.ts'

const saidAs = (key: string, english: string): LocalText => {
  const text = textFor(key)
  return text === undefined ? { text: english, lang: 'en' } : { text }
}

/** Why a message was not relayed. */
export const outcomeWords = ({ outcome, explanation }: Pick<Trace, 'outcome' | 'explanation'>): LocalText =>
  saidAs(`trace.stopped_${outcome}`, explanation)

export const checkWords = (
  { step, verdict, note }: Trace['steps'][number],
  { outcome }: Pick<Trace, 'outcome'>,
): LocalText => saidAs(verdict === 'stopped' ? `trace.stopped_${outcome}` : `trace.passed_${step}`, note)
