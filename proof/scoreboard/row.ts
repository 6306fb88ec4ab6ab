/** Describes one row of the scoreboard: the claim, its target, and how it is tried. */
import { type Entry, ProofRecord } from '../record.ts'

export interface Outcome {
  /** The measured value, in words for a table. */
  figure: string
  reached: boolean
}

export interface Row {
  number: number
  claim: string
  target: string
  run(): Promise<Outcome>
  /** Returns what last came of it, for rows whose outcome another proof keeps in its own record. */
  keptElsewhere?(): Omit<TriedRow, 'trial'> | undefined
  /** The part that another machine still has to show, and where that is described. */
  elsewhere?: string
  /** The reason for a missed target, shown as long as it is missed; a sentence. */
  why?: string
}

export interface Subject {
  title: string
  rows: readonly Row[]
}

/** Each trial is the number of a row. */
export type TriedRow = Entry<Outcome>

export const scoreboardRecord = new ProofRecord<Outcome>('scoreboard')
