/** What is tried with things that nobody would send, and what has to hold whatever comes. */
import type { Random } from '../simulator/random.ts'

export interface Target {
  name: string
  /** In words for the report. */
  claim: string
  open(): Opened | Promise<Opened>
}

export interface Opened {
  /** Makes one case of these numbers alone; throws where the claim does not hold for it. */
  attempt(random: Random): void | Promise<void>
  close?(): void | PromiseLike<void>
}
