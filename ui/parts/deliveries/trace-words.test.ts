import { expect, test } from 'vitest'
import type { Trace } from '../../../src/contract/trace.ts'
import { traceWords } from '../../catalogue/de/trace-words.ts'
import { speak } from '../../catalogue/texts.ts'
import { checkWords, outcomeWords } from './trace-words.ts'

const step = { step: 'scope', verdict: 'stopped', note: 'You wrote it.' } satisfies Trace['steps'][number]

test('German readers see in German, by code, which steps a message passed and which stopped it', () => {
  speak({ texts: traceWords, locale: 'de' })
  expect(checkWords(step, { outcome: 'from_me' }).text).toMatch(/^Du hast die Nachricht selbst geschrieben/)
  expect(checkWords({ ...step, verdict: 'passed' }, { outcome: 'from_me' }).text).toMatch(/^Absender oder Gruppe/)
  expect(outcomeWords({ outcome: 'history', explanation: 'It was old.' }).text).toMatch(/^Die Nachricht war schon alt/)
})

test('an outcome from another release, or in an untranslated language, keeps the English sentence and its language', () => {
  const other = { text: 'Something new.', lang: 'en' }
  expect(outcomeWords({ outcome: 'something_new', explanation: 'Something new.' })).toEqual(other)
  speak({ texts: {}, locale: 'fr' })
  expect(checkWords(step, { outcome: 'from_me' })).toEqual({ text: step.note, lang: 'en' })
})
