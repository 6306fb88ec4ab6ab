/** Describes what is tried with hostile input, and the claim that has to hold for any input. */
import type { Random } from '../simulator/random.ts'

export interface Target {
  name: string
  /** The claim in words for the report. */
  claim: string
  open(): Opened | Promise<Opened>
}

export interface Opened {
  /** Makes one case from these random numbers only; throws where the claim does not hold for it. */
  attempt(random: Random): void | Promise<void>
  close?(): void | PromiseLike<void>
}
