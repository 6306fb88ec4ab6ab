/** Puts the checks into the reader's language, because the service words them in English. */
import type { SetupCheck } from '../../src/contract/setup.ts'
import type { WordedCheck } from '../../src/contract/setup-words.ts'
import { findingWords, type LocalText } from '../catalogue/finding-words.ts'

export interface ShownCheck extends SetupCheck {
  found: LocalText
}

export async function checkWords(): Promise<(check: SetupCheck, macos: string | null) => ShownCheck> {
  const [say, explain] = await Promise.all([findingWords(), explanationsIn(document.documentElement.lang)])
  return (check, macos) => ({ ...explain(check, macos), found: say(check) })
}

type Explain = (check: SetupCheck, macos: string | null) => SetupCheck

async function explanationsIn(language: string): Promise<Explain> {
  if (language.endsWith('-XA') || language.endsWith('-XB')) return lengthening()
  if (language !== 'de') return (check) => check
  const { words } = await import('../catalogue/de/setup-words.ts')
  return (check, macos) => {
    const own = words[check.name as WordedCheck]
    if (own === undefined) return check
    const steps = (macos?.startsWith('12.') ? own.stepsOf12 : undefined) ?? own.steps
    return { ...check, why: own.why, without: own.without, steps: check.ok ? [] : [...steps] }
  }
}

async function lengthening(): Promise<Explain> {
  const { accented } = await import('../catalogue/pseudo.ts')
  const longer = (text: string): string => String(accented({ text }).text)
  return (check) => ({
    ...check,
    why: check.why === null ? null : longer(check.why),
    without: check.without === null ? null : longer(check.without),
    steps: check.steps.map(longer),
  })
}
