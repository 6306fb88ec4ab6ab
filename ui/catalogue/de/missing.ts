/** German texts of addresses that lead nowhere. */
import type { missing as english } from '../en/missing.ts'
import type { Translation } from '../text.ts'

export const missing: Translation<typeof english> = {
  'missing.title': 'Diese Seite gibt es nicht',
  'missing.hint': 'Die Adresse ist vielleicht veraltet oder vertippt.',
  'missing.to_start': 'Zum Anfang',
}
