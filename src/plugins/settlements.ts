/**
 * Writes the outcomes of deliveries to the journal: those of a few milliseconds, of all integrations, in one
 * transaction. The longer the disk takes for one, the more go into the next. None of them is in danger meanwhile: the
 * runners' own journals hold them.
 */

import type { Clock } from '../base/clock.ts'
import type { Logger } from '../contract/log-entry.ts'
import type { Deliveries, Settlement } from '../store/journal/deliveries.ts'

export interface SettlementsDeps {
  deliveries: Pick<Deliveries, 'settle'>
  clock: Clock
  log: Logger
}

const leastGatherMs = 4
const mostGatherMs = 250
/** The factor by which outcomes are gathered longer than the disk took for the last transaction. */
const gatherFactor = 9
const retryMs = 5_000
const mostWaiting = 1_024
/** The number of outcomes that are written down without gathering more, so that no delivery has to wait for room. */
const enough = mostWaiting / 2

export class Settlements {
  readonly #deps: SettlementsDeps
  #waiting: Settlement[] = []
  #timer: NodeJS.Timeout | undefined
  #isFailing = false
  #gatherMs = leastGatherMs

  constructor(deps: SettlementsDeps) {
    this.#deps = deps
  }

  /** Whether so much waits for the disk that no more should be begun. */
  get isFull(): boolean {
    return this.#waiting.length >= mostWaiting
  }

  add(settlement: Settlement): void {
    this.#waiting.push(settlement)
    if (this.#waiting.length === enough && !this.#isFailing) this.#flushNow()
    else this.#flushLater(this.#gatherMs)
  }

  /** Returns whether everything is on the disk now. */
  flush(): boolean {
    const { deliveries, clock, log } = this.#deps
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#waiting.length === 0) return true
    const startedMs = clock.monotonicMs()
    try {
      deliveries.settle(this.#waiting, clock.nowMs())
    } catch (error) {
      if (!this.#isFailing)
        log.error(`What became of deliveries cannot be written down yet: ${(error as Error).message}`)
      this.#isFailing = true
      this.#flushLater(retryMs)
      return false
    }
    if (this.#isFailing) log.info('What became of deliveries is written down again.')
    this.#isFailing = false
    this.#waiting = []
    const tookMs = clock.monotonicMs() - startedMs
    this.#gatherMs = Math.min(Math.max(leastGatherMs, gatherFactor * tookMs), mostGatherMs)
    return true
  }

  /** Writes nothing after this: the journal is about to be closed. */
  close(): void {
    this.flush()
    clearTimeout(this.#timer)
  }

  /** Once the work is done that has just added an outcome. */
  #flushNow(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.flush(), 0)
  }

  #flushLater(afterMs: number): void {
    this.#timer ??= setTimeout(() => this.flush(), afterMs)
  }
}
