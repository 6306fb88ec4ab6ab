/** The record of what was measured. */
import { type Entry, ProofRecord } from '../record.ts'
import type { Figure } from './figure.ts'

export interface Part {
  /** The number of messages in the history, where the bench has one of a given size. */
  messages?: number
  /** Whether the installed package was measured. Older figures, taken from the sources, do not say so. */
  isInstalled?: boolean
  figures: Figure[]
}

export type MeasuredPart = Entry<Part>

export const benchRecord = new ProofRecord<Part>('bench')
