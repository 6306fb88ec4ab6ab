/** Defines the mark before each line of a diagnosis. */
import type { SetupCheck } from '../../contract/setup.ts'

export const marks: Record<SetupCheck['state'], string> = { granted: '✓', missing: '✗', checking: '…', unknown: '?' }

/** Whether to set a password or to relay to anybody is the owner's decision, and not a fault. */
export const openChoice = '!'

export const markOf = ({ kind, state }: Pick<SetupCheck, 'kind' | 'state'>): string =>
  kind === 'choice' && state === 'missing' ? openChoice : marks[state]
