/** English texts of the search. */
import type { Texts } from '../text.ts'

export const search = {
  'search.placeholder': 'Search ({keys})',
  'search.close': 'Close search',
  'search.results': 'Results',
} as const satisfies Texts
