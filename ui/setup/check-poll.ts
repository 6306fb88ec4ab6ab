/**
 * Polls the setup checks while the page is visible: every second while a permission is missing, otherwise twice a
 * minute.
 */
import type { SetupReport } from '../../src/contract/setup.ts'

export interface CheckPoll {
  current(): SetupReport
  /** Polls at once, besides the interval. */
  poll(): Promise<void>
  onChange(listener: (report: SetupReport, before: SetupReport) => void): () => void
}

const eagerMs = 1_000
const calmMs = 30_000

export const pauseAfter = ({ checks }: Pick<SetupReport, 'checks'>): number =>
  checks.some(({ kind, ok }) => kind === 'permission' && !ok) ? eagerMs : calmMs

interface PollOptions {
  first: SetupReport
  fetchReport(): Promise<SetupReport>
  /** Called with false when the service did not respond. */
  onAnswer(isThere: boolean): void
}

export function pollChecks({ first, fetchReport, onAnswer }: PollOptions): CheckPoll {
  const listeners = new Set<(report: SetupReport, before: SetupReport) => void>()
  let current = first
  let timer: ReturnType<typeof setTimeout> | undefined
  let underWay: Promise<void> | undefined

  async function read(): Promise<void> {
    try {
      const before = current
      current = await fetchReport()
      onAnswer(true)
      if (JSON.stringify(before) !== JSON.stringify(current)) for (const tell of listeners) tell(current, before)
    } catch {
      onAnswer(false)
    }
  }

  async function poll(): Promise<void> {
    clearTimeout(timer)
    underWay ??= read().finally(() => {
      underWay = undefined
    })
    await underWay
    clearTimeout(timer)
    if (document.visibilityState === 'visible') timer = setTimeout(poll, pauseAfter(current))
  }

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void poll()
    else clearTimeout(timer)
  })
  timer = setTimeout(poll, pauseAfter(first))
  return {
    current: () => current,
    poll,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
