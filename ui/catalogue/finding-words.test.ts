import { expect, test } from 'vitest'
import { findings, found, told } from '../../src/contract/findings.ts'
import { findings as german } from './de/findings.ts'
import { findingWords } from './finding-words.ts'

test('a finding is worded in the reader’s language with its values', async () => {
  const say = await findingWords('de')
  expect(say(found('plugins_failed', { names: 'Webhook' }))).toEqual({ text: 'Webhook: fehlgeschlagen.' })
  expect(say(found('bridge_running')).text).toBe('Die Weiterleitung läuft.')
})

test('a finding without a name keeps its message, marked as English', async () => {
  const say = await findingWords('de')
  expect(say(told('The disk is on fire.'))).toEqual({ text: 'The disk is on fire.', lang: 'en' })
})

test('no translation uses a value that does not exist', () => {
  const valuesIn = (text: string) => new Set(text.match(/\{\w+\}/g))
  for (const [name, text] of Object.entries(german)) {
    const there = valuesIn(findings[name as keyof typeof findings])
    expect([name, [...valuesIn(text)].filter((value) => !there.has(value))]).toEqual([name, []])
  }
})
