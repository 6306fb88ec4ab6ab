/** Checks in the reader's language: the service words them in English. */
import type { SetupCheck } from '../../src/contract/setup.ts'
import type { WordedCheck } from '../../src/contract/setup-words.ts'

export async function wordsIn(language: string): Promise<(check: SetupCheck, macos: string | null) => SetupCheck> {
  if (language !== 'de') return (check) => check
  const { words } = await import('../catalogue/de/setup-words.ts')
  return (check, macos) => {
    const own = words[check.name as WordedCheck]
    if (own === undefined) return check
    const steps = (macos?.startsWith('12.') ? own.stepsOf12 : undefined) ?? own.steps
    return { ...check, why: own.why, without: own.without, steps: check.ok ? [] : [...steps] }
  }
}
