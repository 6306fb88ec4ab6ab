import { expect, test } from 'vitest'
import type { Trace } from '../../../src/contract/trace.ts'
import { traceWords } from '../../catalogue/de/trace-words.ts'
import { speak } from '../../catalogue/texts.ts'
import { checkWords, outcomeWords } from './trace-words.ts'

const step = { step: 'scope', verdict: 'stopped', note: 'You wrote it.' } satisfies Trace['steps'][number]

test('German readers are told by the code what passed and what stopped a message', () => {
  speak({ texts: traceWords, locale: 'de' })
  expect(checkWords(step, { outcome: 'from_me' }).text).toMatch(/^Du hast sie selbst geschrieben/)
  expect(checkWords({ ...step, verdict: 'passed' }, { outcome: 'from_me' }).text).toMatch(/^Absender oder Gruppe/)
  expect(outcomeWords({ outcome: 'history', explanation: 'It was old.' }).text).toMatch(/^Sie war schon alt/)
})

test('an outcome of another release, and a language without words, keep the English sentence and say so', () => {
  const other = { text: 'Something new.', lang: 'en' }
  expect(outcomeWords({ outcome: 'something_new', explanation: 'Something new.' })).toEqual(other)
  speak({ texts: {}, locale: 'fr' })
  expect(checkWords(step, { outcome: 'from_me' })).toEqual({ text: step.note, lang: 'en' })
})
