/** What the journeys took when they were last tried. */
import { ProofRecord } from '../record.ts'
import type { Shot } from './camera.ts'
import type { Journey } from './journey.ts'
import type { Walked } from './run.ts'

export interface Outcome {
  /** What was wanted. It stands here so that the page is made without loading the journeys, which load the service. */
  journey: Pick<Journey, 'title' | 'wants' | 'ends' | 'mostPresses'>
  pointer: Walked
  keyboard: Walked
  pictures: readonly Shot[]
}

export const journeysRecord = new ProofRecord<Outcome>('journeys')

/** What fills a field is no press. */
export const pressesIn = ({ steps }: Pick<Walked, 'steps'>): number =>
  steps.filter((step) => step.startsWith('Press')).length
