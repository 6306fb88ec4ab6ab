/** An event on a live Mac, as a value and as a line to watch. */
import type { Written } from '../messages/writer.ts'

export interface LiveEvent extends Written {
  readonly kind: keyof typeof marks
  /** The name of the person who did it. */
  readonly who: string
  /** The name of the group in which it happened. */
  readonly group?: string
  readonly text: string
}

const marks = {
  received: '→',
  sent: '←',
  delivered: '✓',
  read: '✓',
  unreached: '…',
  failed: '✗',
  tapback: '→',
  edited: '→',
  unsent: '→',
  arrived: '→',
} as const

export function lineOf({ kind, who, group, text }: LiveEvent): string {
  const place = group === undefined ? who : `${who} (${group})`
  return `${marks[kind]} ${place}: ${text.replaceAll(/\s+/g, ' ')}`
}
