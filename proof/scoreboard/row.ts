/** Describes one row of the scoreboard: the claim, its target, and how it is tried. */
import type { Figure } from '../bench/figure.ts'

export interface Outcome {
  /** The measured value, in words for a table. */
  figure: string
  reached: boolean
}

/** Returns the figures of the bench with this name, over this many messages where it needs a Mac of a given size. */
export type BenchFigures = (bench: string, messages?: number) => Promise<Figure[]>

interface Claimed {
  number: number
  claim: string
  target: string
}

/** A row that can be tried here. */
interface Run extends Claimed {
  run(figuresOf: BenchFigures): Promise<Outcome>
  /** What another machine still has to show, and where that is described. */
  elsewhere?: string
  /** The reason for a missed target, shown as long as it is missed; a sentence. */
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
