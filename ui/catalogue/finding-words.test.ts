import { expect, test } from 'vitest'
import { findings, found, told } from '../../src/contract/findings.ts'
import { findings as german } from './de/findings.ts'
import { findingWords } from './finding-words.ts'

test('what was found is said in the language of the reader, with its values', async () => {
  const say = await findingWords('de')
  expect(say(found('plugins_failed', { names: 'Webhook' }))).toEqual({ text: 'Webhook: fehlgeschlagen.' })
  expect(say(found('bridge_running')).text).toBe('Die Brücke läuft.')
})

test('what has no name is said as it came, and marked as English', async () => {
  const say = await findingWords('de')
  expect(say(told('The disk is on fire.'))).toEqual({ text: 'The disk is on fire.', lang: 'en' })
})

test('no translation asks for a value that is not there', () => {
  const valuesIn = (text: string) => new Set(text.match(/\{\w+\}/g))
  for (const [name, text] of Object.entries(german)) {
    const there = valuesIn(findings[name as keyof typeof findings])
    expect([name, [...valuesIn(text)].filter((value) => !there.has(value))]).toEqual([name, []])
  }
})
