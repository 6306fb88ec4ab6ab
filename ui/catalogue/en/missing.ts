/** English texts of addresses that lead nowhere. */
import type { Texts } from '../text.ts'

export const missing = {
  'missing.title': 'There is nothing here',
  'missing.hint': 'The address may be old or mistyped.',
  'missing.to_start': 'Go to the start',
} as const satisfies Texts
