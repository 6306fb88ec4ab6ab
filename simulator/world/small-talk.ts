// Builds sentences of a language by filling their slots.

import { chance, pick, type Random, wholeNumber } from '../random.ts'
import type { Language } from './languages/language.ts'

const timeOfDay = (random: Random): string => `${wholeNumber(random, 7, 22)}:${pick(random, ['00', '15', '30', '45'])}`

function wordFor(language: Language, slot: string, random: Random): string {
  if (slot === 'n') return String(wholeNumber(random, 2, 45))
  if (slot === 'time') return timeOfDay(random)
  return pick(random, language.slots[slot] ?? [slot])
}

const fill = (language: Language, template: string, random: Random): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, slot: string) => wordFor(language, slot, random))

const emoji = ['😀', '😂', '👍', '❤️', '🎉', '👩‍👩‍👧‍👦', '🏳️‍🌈', '🇺🇳', '🤷🏽‍♀️', '🫠']

/** Returns something to say. Answers are shorter, and now and then somebody writes an essay. */
export function smallTalk(language: Language, random: Random): string {
  const draw = random()
  if (draw < 0.42) return fill(language, pick(random, language.answers), random)
  if (draw < 0.45) return pick(random, emoji).repeat(wholeNumber(random, 1, 3))
  const sentence = fill(language, pick(random, language.sentences), random)
  if (draw < 0.985) return chance(random, 0.12) ? `${sentence} ${pick(random, emoji)}` : sentence
  return essay(language, random)
}

export const sentence = (language: Language, random: Random): string =>
  fill(language, pick(random, language.sentences), random)

/** Returns a text that is long enough for the wider length prefixes of a body. */
function essay(language: Language, random: Random): string {
  const count = wholeNumber(random, 4, chance(random, 0.1) ? 60 : 14)
  return Array.from({ length: count }, () => sentence(language, random)).join('\n\n')
}
