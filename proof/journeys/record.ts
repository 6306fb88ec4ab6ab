/** The results of the journeys when they were last tried. */
import { ProofRecord } from '../record.ts'
import type { Shot } from './camera.ts'
import type { Journey } from './journey.ts'
import type { Walked } from './run.ts'

export interface Outcome {
  /** The wish. It stands here so that the page is made without loading the journeys, which load the service. */
  journey: Pick<Journey, 'title' | 'wants' | 'ends' | 'mostPresses'>
  pointer: Walked
  keyboard: Walked
  pictures: readonly Shot[]
}

export const journeysRecord = new ProofRecord<Outcome>('journeys')

/** Counts of presses; filling a field is none. */
export const pressesIn = ({ steps }: Pick<Walked, 'steps'>): number =>
  steps.filter((step) => step.startsWith('Press')).length
