/** English texts of the command palette and the list of shortcuts. */
import type { Texts } from '../text.ts'

export const palette = {
  'palette.title': 'Commands',
  'palette.open': 'Open the command palette',
  'palette.placeholder': 'Go to or do …',
  'palette.none': 'Nothing fits.',
  'palette.conversations': 'Conversations',
  'palette.people': 'People',
  'palette.keys': 'Keys',
  'palette.keys_open': 'Show all keys',
  'palette.keys_hint': 'Keys that are switched off do nothing, in this browser.',
  'palette.go': 'Go to',
  'palette.page': 'Page',
  'palette.or': 'or',
} as const satisfies Texts
