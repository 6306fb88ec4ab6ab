/**
 * Writes the outcomes of deliveries to the journal: those of a few milliseconds, of all integrations, in one
 * transaction.
 */

import type { Clock } from '../base/clock.ts'
import type { Logger } from '../contract/log-entry.ts'
import type { Deliveries, Settlement } from '../store/journal/deliveries.ts'

export interface Settlements {
  add(settlement: Settlement): void
  /** Returns whether everything is on the disk now. */
  flush(): boolean
  /** Whether so much waits for the disk that no more should be begun. */
  full(): boolean
  /** Writes nothing after this: the journal is about to be closed. */
  close(): void
}

export interface SettlementsDeps {
  deliveries: Pick<Deliveries, 'settle'>
  clock: Clock
  log: Logger
}

const gatherMs = 4
const retryMs = 5_000
const mostWaiting = 1_024

export function createSettlements({ deliveries, clock, log }: SettlementsDeps): Settlements {
  let waiting: Settlement[] = []
  let timer: NodeJS.Timeout | undefined
  let failing = false

  const scheduleFlush = (afterMs: number): void => {
    timer ??= setTimeout(flush, afterMs)
  }

  const flush = (): boolean => {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return true
    try {
      deliveries.settle(waiting, clock.nowMs())
    } catch (error) {
      if (!failing) log.error(`What became of deliveries cannot be written down yet: ${(error as Error).message}`)
      failing = true
      scheduleFlush(retryMs)
      return false
    }
    if (failing) log.info('What became of deliveries is written down again.')
    failing = false
    waiting = []
    return true
  }

  return {
    add(settlement) {
      waiting.push(settlement)
      scheduleFlush(gatherMs)
    },
    flush,
    close() {
      flush()
      clearTimeout(timer)
    },
    full: () => waiting.length >= mostWaiting,
  }
}
