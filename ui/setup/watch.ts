/**
 * Polls the setup checks while the page is visible: every second while a permission is missing, otherwise twice a
 * minute.
 */
import type { SetupReport } from '../../src/contract/setup.ts'

export interface Watch {
  current(): SetupReport
  /** Polls at once, besides the interval. */
  look(): Promise<void>
  onChange(listener: (report: SetupReport, before: SetupReport) => void): () => void
}

const eagerMs = 1_000
const calmMs = 30_000

/** The interval applies while the page is visible; a hidden page polls nothing. */
export const pauseAfter = ({ checks }: Pick<SetupReport, 'checks'>): number =>
  checks.some(({ kind, ok }) => kind === 'permission' && !ok) ? eagerMs : calmMs

interface Parts {
  first: SetupReport
  ask(): Promise<SetupReport>
  /** Called with false when the service did not respond. */
  onAnswer(isThere: boolean): void
}

export function watchSetup({ first, ask, onAnswer }: Parts): Watch {
  const listeners = new Set<(report: SetupReport, before: SetupReport) => void>()
  let current = first
  let timer: ReturnType<typeof setTimeout> | undefined
  let looking: Promise<void> | undefined

  async function read(): Promise<void> {
    try {
      const before = current
      current = await ask()
      onAnswer(true)
      if (JSON.stringify(before) !== JSON.stringify(current)) for (const tell of listeners) tell(current, before)
    } catch {
      onAnswer(false)
    }
  }

  async function look(): Promise<void> {
    clearTimeout(timer)
    looking ??= read().finally(() => {
      looking = undefined
    })
    await looking
    clearTimeout(timer)
    if (document.visibilityState === 'visible') timer = setTimeout(look, pauseAfter(current))
  }

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void look()
    else clearTimeout(timer)
  })
  timer = setTimeout(look, pauseAfter(first))
  return {
    current: () => current,
    look,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
