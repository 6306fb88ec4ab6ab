/** One row of the scoreboard: what is claimed, what has to be reached, and how that is tried. */
import type { Figure } from '../bench/harness/figure.ts'

export interface Outcome {
  /** As it was measured, in words for a table. */
  figure: string
  reached: boolean
}

/** What a bench of this name measures, over so many messages where it needs a Mac of a size. */
export type BenchFigures = (bench: string, messages?: number) => Promise<Figure[]>

interface Claimed {
  number: number
  claim: string
  target: string
}

/** What can be tried here. */
interface Run extends Claimed {
  run(figuresOf: BenchFigures): Promise<Outcome>
  /** What of it another machine has to show, and where that is described. */
  elsewhere?: string
  /** Told for as long as the target is missed; a sentence. */
  why?: string
}

interface NotHere extends Claimed {
  /** Why it cannot be tried without a Mac, and how it is tried on one. */
  notHere: string
}

export type Row = Run | NotHere

export interface Subject {
  title: string
  rows: readonly Row[]
}
