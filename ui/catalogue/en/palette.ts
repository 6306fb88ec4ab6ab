/** English texts of the command palette and the list of shortcuts. */
import type { Texts } from '../text.ts'

export const palette = {
  'palette.title': 'Commands',
  'palette.open': 'Open command palette',
  'palette.placeholder': 'Search commands …',
  'palette.none': 'No matches.',
  'palette.conversations': 'Conversations',
  'palette.people': 'People',
  'palette.keys': 'Keyboard shortcuts',
  'palette.keys_open': 'Show keyboard shortcuts',
  'palette.keys_hint': 'Turn off shortcuts you don’t need. Applies to this browser.',
  'palette.go': 'Go to',
  'palette.page': 'Page',
  'palette.or': 'or',
} as const satisfies Texts
