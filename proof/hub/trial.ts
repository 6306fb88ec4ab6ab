/** Describes one trial of a hub: what happens to it, what has to hold then, and how that is tried. */
import { ProofRecord } from '../record.ts'
import type { LoadedHub } from './bars/loaded-hub.ts'

export interface Outcome {
  /** The outcome, in words for a table. */
  figure: string
  reached: boolean
}

export interface Asked {
  /** Fewer rounds and rows, so that the whole ends within minutes. */
  isQuick: boolean
  loaded: LoadedHub
}

export interface HubTrial {
  name: string
  /** The failure that happens. */
  claim: string
  /** The claim that has to hold. */
  target: string
  run(asked: Asked): Promise<Outcome>
}

/** Further figures, such as how busy the machine was. */
export interface Tried extends Outcome {
  isQuick: boolean
  /** The load of the machine when it ended: how many processes wanted to run, on average over a minute. */
  load: number
}

export const hubRecord = new ProofRecord<Tried>('hub')
