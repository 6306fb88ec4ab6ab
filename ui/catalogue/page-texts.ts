/**
 * Loads the texts of the page in the reader's language: those of messages at first, then those with which the relay
 * begins, and those of the further pages last.
 */
import { first } from './first/en.ts'
import { type Languages, speakOneOf, textsIn } from './language.ts'
import { learn } from './texts.ts'

let spoken: Promise<void> | undefined

/** Loads them once: what has been learnt since would be forgotten. */
export function loadFirstTexts(): Promise<void> {
  spoken ??= speakOneOf({
    en: async () => first,
    de: async () => (await import('./first/de.ts')).first,
  })
  return spoken
}

const ofRelay: Languages = {
  en: async () => (await import('./relay/en.ts')).relayTexts,
  de: async () => (await import('./relay/de.ts')).relayTexts,
}

const ofPages: Languages = {
  en: async () => (await import('./pages/en.ts')).pages,
  de: async () => (await import('./pages/de.ts')).pages,
}

async function learnFurther(...parts: readonly Languages[]): Promise<void> {
  await loadFirstTexts()
  const texts = await Promise.all(parts.map((part) => textsIn(document.documentElement.lang, part)))
  for (const part of texts) learn(part)
}

/** Loads what the overview of the relay and its deliveries need. */
export const loadRelayTexts = (): Promise<void> => learnFurther(ofRelay)

/** Loads all. */
export const loadPageTexts = (): Promise<void> => learnFurther(ofRelay, ofPages)

/** Loads the texts with which the relay begins, together with a module that uses no others. */
export async function withRelayTexts<T>(module: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([module, loadRelayTexts()])
  return loaded
}

/** Loads all texts together with a module that uses them. */
export async function withPageTexts<T>(module: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([module, loadPageTexts()])
  return loaded
}
