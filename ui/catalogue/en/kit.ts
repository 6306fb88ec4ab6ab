/** English texts of the basic components. */
import type { Texts } from '../text.ts'

export const kit = {
  'kit.close': 'Close',
  'kit.cancel': 'Cancel',
  'kit.retry': 'Try again',
  'kit.undo': 'Undo',
  'kit.save': 'Save',
  'kit.saved': 'Saved',
  'kit.copy': 'Copy',
  'kit.copied': 'Copied',
  'kit.copy_details': 'Copy details',
  'kit.loading': 'Loading …',
  'kit.long': 'Still loading. This is taking longer than usual.',
  'kit.part_missing': 'A part of this page could not be loaded. Reload the page.',
  'kit.failed': 'That did not work',
  'kit.notifications': 'Notices',
  'kit.clear': 'Clear',
} as const satisfies Texts
