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
  'kit.copy_failed': 'Couldn’t copy. Select the text instead.',
  'kit.copy_details': 'Copy details',
  'kit.loading': 'Loading …',
  'kit.long': 'Still loading. This takes longer than usual.',
  'kit.part_missing': 'Part of this page couldn’t be loaded. Reload the page.',
  'kit.failed': 'Something went wrong',
  'kit.notifications': 'Notices',
} as const satisfies Texts
