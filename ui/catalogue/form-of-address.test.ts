import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findings } from './de/findings.ts'
import { setup } from './de/setup.ts'
import { words } from './de/setup-words.ts'
import { de } from './de.ts'

const ofPlugins: unknown = JSON.parse(
  readFileSync(new URL('../../src/integrations/manifests.json', import.meta.url), 'utf8'),
  (_key, value) => value?.translations?.de ?? value,
)

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn)

/** At the beginning of a sentence “Sie” may refer to something named before. */
const formal = /\b(?:Ihnen|Ihr(?:e[mnrs]?)?)\b|(?<=[\p{L},] )Sie\b|^Sie$/u

test('German texts say du, never Sie', () => {
  const texts = textsIn([de, setup, findings, words, ofPlugins])
  expect(texts).toContain('Die Weiterleitung läuft.')
  expect(texts).toContain('Deine eigenen Nummern und Adressen')
  expect(texts.filter((text) => formal.test(text))).toEqual([])
})
