/** German texts of the search. */
import type { search as english } from '../en/search.ts'
import type { Translation } from '../text.ts'

export const search: Translation<typeof english> = {
  'search.placeholder': 'Suchen ({keys})',
  'search.close': 'Suche schließen',
  'search.results': 'Ergebnisse',
}
