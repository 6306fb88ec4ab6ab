/** Prunes the journal periodically, a slice at a time, to keep it small. */
import { setTimeout as rest } from 'node:timers/promises'
import type { Clock } from '../base/clock.ts'
import { pruneJournal } from '../store/journal/retention.ts'
import type { RelayStore } from './open-store.ts'

const everyMs = 3_600_000
/** The delay keeps pruning out of the bridge's start. */
const firstAfterMs = 60_000
const betweenSlicesMs = 50

/** Prunes until `signal` aborts. */
export function startHousekeeping(
  { journal, log }: Pick<RelayStore, 'journal' | 'log'>,
  clock: Clock,
  signal: AbortSignal,
): void {
  const clean = async () => {
    try {
      while (pruneJournal(journal, clock.nowMs())) await rest(betweenSlicesMs, undefined, { signal })
    } catch (error) {
      if (!signal.aborted) log.warn(`the journal could not be tidied: ${(error as Error).message}`)
    }
  }
  const first = setTimeout(clean, firstAfterMs).unref()
  const timer = setInterval(clean, everyMs).unref()
  signal.addEventListener('abort', () => {
    clearTimeout(first)
    clearInterval(timer)
  })
}
