/** One row of the scoreboard: what is claimed, what has to be reached, and how that is tried. */

export interface Outcome {
  /** As it was measured, in words for a table. */
  figure: string
  reached: boolean
}

interface Claimed {
  number: number
  claim: string
  target: string
}

/** What can be tried here. */
interface Run extends Claimed {
  run(): Promise<Outcome>
  /** What of it another machine has to show, and where that is described. */
  elsewhere?: string
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
