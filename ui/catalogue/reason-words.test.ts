import { afterAll, beforeAll, expect, test } from 'vitest'
import { errors } from '../../src/contract/errors.ts'
import { reasons as german } from './de/reasons.ts'
import { reasons as english } from './en/reasons.ts'
import { reasonWords } from './reason-words.ts'
import { speak } from './texts.ts'

beforeAll(() => speak({ texts: german, locale: 'de' }))
afterAll(() => speak({ texts: english, locale: 'en' }))

/** The reason for which the relay cannot read, as it gives it: what happened, then the remedy of the error. */
const standstills = [
  `macOS denies access to Messages. ${errors.messages_unreadable.remedy}`,
  `macOS lets the Messages database be read, but not opened. ${errors.messages_unreadable.remedy}`,
  `The Messages database has an unknown format. ${errors.messages_schema_unknown.remedy}`,
  `There is no Messages database yet. ${errors.messages_unavailable.remedy}`,
  `The Messages database is locked. ${errors.messages_busy.remedy}`,
  `The Messages database cannot be read. ${errors.messages_corrupt.remedy}`,
]

test.each(standstills)('a German reader sees in German: %s', (reason) => {
  expect(reasonWords(reason)).not.toBe(reason)
})

test.each(standstills)('says each sentence once, in English and in German: %s', (reason) => {
  for (const said of [reason, reasonWords(reason)]) {
    const sentences = said.split('. ')
    expect(new Set(sentences).size).toBe(sentences.length)
  }
})

test.each([
  ['Node was replaced', /^Node wurde ausgetauscht /],
  ['The program has a new signature', /^Das Programm hat eine neue Signatur /],
])('the same reason from an earlier release: %s', (what, begins) => {
  const anew = `${what} since it could read Messages; give it Full Disk Access anew (service doctor).`
  const said = reasonWords(`${anew} ${standstills[0]}`)
  expect(said).toMatch(begins)
  expect(said).toContain('macOS verweigert den Zugriff')
})
