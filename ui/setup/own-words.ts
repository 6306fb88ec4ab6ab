/** Translates the checks into the reader's language, because the service words them in English. */
import type { SetupCheck } from '../../src/contract/setup.ts'
import type { WordedCheck } from '../../src/contract/setup-words.ts'
import { findingWords, type Said } from '../catalogue/finding-words.ts'
import { accented } from '../catalogue/pseudo.ts'

export interface ShownCheck extends SetupCheck {
  says: Said
}

export type OwnWords = (check: SetupCheck, macos: string | null) => ShownCheck

export async function wordsIn(language: string): Promise<OwnWords> {
  const [say, explained] = await Promise.all([findingWords(language), explanationsIn(language)])
  return (check, macos) => ({ ...explained(check, macos), says: say(check) })
}

type Explained = (check: SetupCheck, macos: string | null) => SetupCheck

async function explanationsIn(language: string): Promise<Explained> {
  if (language.endsWith('-XA') || language.endsWith('-XB')) return lengthened
  if (language !== 'de') return (check) => check
  const { words } = await import('../catalogue/de/setup-words.ts')
  return (check, macos) => {
    const own = words[check.name as WordedCheck]
    if (own === undefined) return check
    const steps = (macos?.startsWith('12.') ? own.stepsOf12 : undefined) ?? own.steps
    return { ...check, why: own.why, without: own.without, steps: check.ok ? [] : [...steps] }
  }
}

const lengthened: Explained = (check) => ({
  ...check,
  why: check.why === null ? null : longer(check.why),
  without: check.without === null ? null : longer(check.without),
  steps: check.steps.map(longer),
})

const longer = (text: string): string => String(accented({ text }).text)
